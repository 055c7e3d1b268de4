package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackFrameTest {
    private static final StackFrame RUN = new StackFrame("java.lang.Thread", "run", 840);

    /** Frames as they stand in real recordings, the innermost first; after the arrow the one that counts. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = "->",
            value = {
                "jdk.internal.misc.Unsafe java.util.concurrent.locks.LockSupport org.some.Worker java.lang.Thread"
                        + " -> org.some.Worker",
                "org.some.Worker org.some.Main -> org.some.Worker",
                "javax.crypto.Cipher com.sun.crypto.provider.AES sun.nio.ch.Net Main -> Main",
                "jdk.internal.misc.Unsafe java.util.concurrent.locks.LockSupport java.util.concurrent.ForkJoinPool"
                        + " java.util.concurrent.ForkJoinWorkerThread -> java.util.concurrent.ForkJoinPool",
                "java.lang.Object java.lang.ref.ReferenceQueue java.lang.Thread -> java.lang.Object",
                "sun.nio.ch.Net java.net.Socket -> java.net.Socket",
                // Packages that only begin like one of the JDK's.
                "java.lang.Object javassist.Loader -> javassist.Loader",
                "java.lang.Object jdkfoo.Some -> jdkfoo.Some"
            })
    void theCallThatTimeIsPutDownTo(String types, String responsible) {
        List<StackFrame> stackTrace = Stream.of(types.split(" ", -1))
                .map(type -> new StackFrame(type, "m", 1))
                .toList();
        assertThat(StackFrame.responsible(stackTrace)).isEqualTo(new StackFrame(responsible, "m", 1));
    }

    @Test
    void noCallIsNotPutDownToAny() {
        assertThat(StackFrame.responsible(List.of())).isNull();
    }

    @Test
    void texts() {
        assertThat(RUN).hasToString("java.lang.Thread.run:840");
        assertThat(RUN.withoutPackage()).isEqualTo("Thread.run:840");
        assertThat(new StackFrame("java.lang.Thread", "sleep", -1).withoutPackage())
                .isEqualTo("Thread.sleep");
        assertThat(new StackFrame("Main$Inner", "<init>", 3)).hasToString("Main$Inner.<init>:3");
        assertThat(new StackFrame("Main$Inner", "<init>", 3).withoutPackage()).isEqualTo("Main$Inner.<init>:3");
    }
}
