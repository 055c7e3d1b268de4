package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackTraceTest {
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
                "java.io.InputStream javax.servlet.Some Main -> javax.servlet.Some",
                "java.lang.Object com.sun.jna.Native Main -> com.sun.jna.Native",
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
        assertThat(new StackTrace(stackTrace).code()).isEqualTo(new StackFrame(responsible, "m", 1));
    }

    /** As conditions of locks wait since JDK 17; the queue is what a thread of a pool waits for. */
    @Test
    void waitsOfConditionsArePutDownToWhoUsesThem() {
        StackFrame take = new StackFrame("java.util.concurrent.LinkedBlockingQueue", "take", 432);
        StackTrace stackTrace = new StackTrace(List.of(
                new StackFrame("jdk.internal.misc.Unsafe", "park", -1),
                new StackFrame("java.util.concurrent.locks.LockSupport", "park", 341),
                new StackFrame("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode", "block", 506),
                new StackFrame("java.util.concurrent.ForkJoinPool", "unmanagedBlock", 3465),
                new StackFrame("java.util.concurrent.ForkJoinPool", "managedBlock", 3436),
                new StackFrame("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "await", 1630),
                take,
                new StackFrame("java.util.concurrent.ThreadPoolExecutor", "getTask", 1062),
                RUN));
        assertThat(stackTrace.code()).isEqualTo(take);
    }

    @Test
    void farOutCallsCountButAreNotKept() {
        StackFrame main = new StackFrame("Main", "main", 1);
        List<StackFrame> calls = new ArrayList<>(Collections.nCopies(200, RUN));
        calls.add(main);
        StackTrace stackTrace = new StackTrace(calls);
        assertThat(stackTrace.code()).isEqualTo(main);
        assertThat(stackTrace.calls()).hasSize(64);
        assertThat(stackTrace.furtherCalls()).isEqualTo(137);
        assertThat(stackTrace).isNotEqualTo(new StackTrace(calls.subList(0, 200)));
    }

    @Test
    void noCallIsNotPutDownToAny() {
        assertThat(StackTrace.NONE.code()).isNull();
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

    /** Whichever way users call it. */
    @Test
    void namesOfACall() {
        assertThat(new StackFrame("com.acme.Pool", "borrow", 17).names())
                .containsExactlyInAnyOrder(
                        "com.acme.Pool",
                        "Pool",
                        "com.acme.Pool.borrow",
                        "Pool.borrow",
                        "com.acme.Pool.borrow:17",
                        "Pool.borrow:17");
        assertThat(new StackFrame("Main", "main", -1).names()).contains("Main", "Main.main");
    }
}
