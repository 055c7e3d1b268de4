package io.github.etl2jfr.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Buffers, out of scripts, of traces that are followed. */
final class FollowedBuffers {
    /** Where in a buffer its sequence number is. */
    static final int SEQUENCE_NUMBER = 0x18;

    /** FILETIME of a trace's start, unless it is told another. */
    static final long START_TIME = new TraceOptions().fileTime(new TraceOptions().ticks(0));

    /** Thread 8 runs on cpu1 while that one's buffer, from 120 to 5000, is not written. */
    static final String QUIET_PROCESSOR = """
            cpu0 100 switch 0->7
            cpu1 110 switch 0->9
            cpu0 115 flush
            cpu1 120 switch 9->0 wait UserRequest
            cpu1 125 flush
            cpu1 150 switch 0->8
            cpu1 160 switch 8->0 wait UserRequest
            cpu0 200 switch 7->8 wait UserRequest
            cpu0 300 switch 8->0 wait UserRequest
            cpu0 310 flush
            cpu0 4000 switch 0->7
            cpu0 4500 switch 7->0 wait UserRequest
            cpu0 4510 flush
            """;

    /** The same, and that buffer after all. */
    static final String LATE = QUIET_PROCESSOR + """
            cpu1 5000 switch 0->9
            cpu1 5010 flush
            cpu0 6000 switch 0->7
            cpu0 6010 flush
            cpu1 6100 switch 9->0 wait UserRequest
            """;

    private FollowedBuffers() {}

    /** Those of a script's trace; the first has the log file header. */
    static List<byte[]> buffers(String script) {
        return TraceFiles.split(SchedulerScript.parse(script).toTrace());
    }

    /** Beside the header's; the last comes long after the others. */
    static List<byte[]> fourBuffers() {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu0 300 switch 0->7
                cpu0 310 flush
                cpu0 4000 switch 7->0 wait UserRequest
                cpu0 4010 flush
                """);
        assertThat(buffers).hasSize(5);
        return buffers;
    }

    static void renumber(byte[] buffer, long number) {
        ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).putLong(SEQUENCE_NUMBER, number);
    }

    /** The trace of a session that began at another time. */
    static byte[] lateTrace(long startTicks, long startTime) {
        return SchedulerScript.parse(LATE).toTrace(new TraceOptions().start(startTicks, startTime), SwitchForm.EVENTS);
    }
}
