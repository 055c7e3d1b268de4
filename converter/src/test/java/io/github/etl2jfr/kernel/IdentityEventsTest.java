package io.github.etl2jfr.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a trace tells of threads and processes cannot take all the memory there is. */
class IdentityEventsTest {
    private final IdentityEvents events = new IdentityEvents(new IdentityLimits(Path.of("trace.etl"), 3, 2, 20));
    private final IdentitySink identities = events.ofBuffer(0);

    private static void assertRefused(ThrowingCallable action, String what) {
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(action)
                .withMessage("trace.etl: has more than %s, too many to keep", what);
    }

    @Test
    void threads() throws Exception {
        for (int i = 0; i < 3; i++) {
            identities.add(Kind.START, i, 100, 4, null);
        }
        assertRefused(() -> identities.add(Kind.START, 3, 100, 8, null), "3 threads or events about threads");
        assertThat(events.threads()).isEqualTo(3);
    }

    @Test
    void processes() throws Exception {
        identities.add(Kind.START, 0, new ProcessRecord(100, 4, 0, 0, "a", null, false));
        identities.add(Kind.END, 1, new ProcessRecord(100, 4, 0, 0, "a", null, false));
        assertRefused(
                () -> identities.add(Kind.START, 2, new ProcessRecord(104, 4, 0, 0, "a", null, false)),
                "2 processes or events about processes");
    }

    /** With two bytes for each one's length, and each once. */
    @Test
    void namesOfThreads() throws Exception {
        identities.add(Kind.NAME, 0, 100, 4, "eighteen bytes too");
        identities.add(Kind.NAME, 1, 100, 8, "eighteen bytes too");
        assertRefused(() -> identities.add(Kind.NAME, 2, 100, 4, ""), "20 bytes of names");
    }

    /** Of two bytes each, and each once. */
    @Test
    void namesOfProcesses() throws Exception {
        identities.add(Kind.START, 0, new ProcessRecord(100, 4, 0, 0, "a.exe", "/help", false));
        identities.add(Kind.END, 1, new ProcessRecord(100, 4, 0, 0, "a.exe", "/help", false));
        events.sort();
        assertThat(events.processes()).hasSize(2);
    }

    @Test
    void namesOfTooManyProcesses() throws Exception {
        identities.add(Kind.START, 0, new ProcessRecord(100, 4, 0, 0, "a.exe", "/help", false));
        assertRefused(
                () -> identities.add(Kind.START, 1, new ProcessRecord(104, 4, 0, 0, "b.exe", null, false)),
                "20 bytes of names");
    }
}
