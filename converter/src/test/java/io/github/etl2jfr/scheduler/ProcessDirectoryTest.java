package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.ProcessRecord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessDirectoryTest {
    private final ProcessDirectory processes = new ProcessDirectory();

    private ProcessDirectory.Life hear(Kind kind, long time, String commandLine) throws Exception {
        ProcessRecord record = new ProcessRecord(100, 4, 0, 0, "svchost.exe", commandLine, false);
        processes.hear(kind, time, record, IdentityLimits.ofFile(Path.of("any.etl")));
        return processes.find(100, time);
    }

    /** As Windows tells of a process that has ended and is still referred to. */
    @Test
    void emptyCommandLineIsNotLearned() throws Exception {
        assertThat(hear(Kind.END, 10, "svchost.exe -k LocalService").commandLine())
                .isEqualTo("svchost.exe -k LocalService");
        assertThat(hear(Kind.END, 20, "").commandLine()).isEqualTo("svchost.exe -k LocalService");
        assertThat(hear(Kind.END, 30, "other").commandLine()).isEqualTo("other");
    }

    /** Between the end of one and the first that is told of the next, anybody may have had the id. */
    @Test
    void idWhoseNextOwnersStartWasLost() throws Exception {
        hear(Kind.START, 10, "svchost.exe");
        hear(Kind.END, 20, "svchost.exe");
        ProcessRecord next = new ProcessRecord(100, 4, 0, 0, "a.exe", "a.exe", false);
        processes.hear(Kind.RUNDOWN_END, 50, next, IdentityLimits.ofFile(Path.of("any.etl")));
        assertThat(processes.find(100, 15).image()).isEqualTo("svchost.exe");
        assertThat(processes.find(100, 15).isStartTold()).isTrue();
        assertThat(processes.find(100, 30).isTold()).isFalse();
        assertThat(processes.find(100, 30).image()).isNull();
        assertThat(processes.find(100, 50).image()).isEqualTo("a.exe");
        assertThat(processes.find(100, 50).isStartTold()).isFalse();
    }

    /** What is told of the next owner says nothing of the one before. */
    @Test
    void idWhoseOwnersEndAndNextOwnersStartWereLost() throws Exception {
        hear(Kind.START, 10, "svchost.exe");
        for (Kind kind : List.of(Kind.RUNDOWN_END, Kind.END)) {
            ProcessRecord next = new ProcessRecord(100, 8, 0, 0, "a.exe", "a.exe", false);
            processes.hear(kind, 50, next, IdentityLimits.ofFile(Path.of("any.etl")));
        }
        assertThat(processes.lives()).hasSize(2);
        assertThat(processes.find(100, 40).image()).isEqualTo("svchost.exe");
        assertThat(processes.find(100, 40).end()).isEqualTo(ProcessDirectory.AFTER_TRACE);
        assertThat(processes.find(100, 50).image()).isEqualTo("a.exe");
        assertThat(processes.find(100, 50).end()).isEqualTo(50);
    }

    /** A damaged field is no other process. */
    @Test
    void otherNameOrOtherParentAlone() throws Exception {
        hear(Kind.START, 10, "svchost.exe");
        for (ProcessRecord same : List.of(
                new ProcessRecord(100, 8, 0, 0, "svchost.exe", "", false),
                new ProcessRecord(100, 8, 0, 0, "svch", "", false),
                new ProcessRecord(100, 9, 0, 0, null, "", false))) {
            processes.hear(Kind.RUNDOWN_END, 50, same, IdentityLimits.ofFile(Path.of("any.etl")));
        }
        assertThat(processes.lives()).hasSize(1);
    }

    @Test
    void emptyCommandLineIsNoUnknownOne() throws Exception {
        assertThat(hear(Kind.START, 10, "").commandLine()).isEmpty();
    }
}
