package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking up a thread and writing its slices allocates nothing. */
class LiveAllocationTest {
    private static final int WARM_UP = 50_000;
    private static final int EVENTS = 100_000;

    /**
     * However many events: reading the clock once, asking for the count, and what a JVM does once for itself. An object for
     * each hundredth event would be more.
     */
    private static final long TOLERANCE = EVENTS / 10;

    private static final Text WAITING = new Text("Waiting");
    private static final Text READIED = new Text("Readied");
    private static final Text ALERT = new Text("WrAlertByThreadId");
    private static final Text USER_MODE = new Text("UserMode");

    @TempDir
    private Path directory;

    @Test
    void allocatesNothing() throws Exception {
        LiveJvm.run(Counting.class, directory);
    }

    static final class Counting implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            ThreadRegistry threads = ThreadRegistry.open();
            LiveRecorder recorder = LiveRecorder.open(LiveJvm.instrumentation(), threads);
            assertThat(recorder.way()).startsWith("precise");
            try (Recording recording = new Recording()) {
                recording.enable("windows.ContextSwitch");
                recording.start();
                long collector = threads.lasting().get(0).osThreadId();
                long handler = threads.lastingJava().get(0).osThreadId();
                TracedThread other = TracedThread.foreign(4711, "java.exe");
                write(recorder, threads, collector, handler, other, WARM_UP);
                bean.getThreadAllocatedBytes(Thread.currentThread().getId());
                long before =
                        bean.getThreadAllocatedBytes(Thread.currentThread().getId());
                write(recorder, threads, collector, handler, other, EVENTS);
                long after = bean.getThreadAllocatedBytes(Thread.currentThread().getId());
                assertThat(after - before).isLessThanOrEqualTo(TOLERANCE);
                recording.stop();
                Path file = directory.resolve("recording.jfr");
                recording.dump(file);
                // What is not written is not allocated for either.
                assertThat(Slices.ofJdk(file)).hasSize(WARM_UP + EVENTS);
            }
        }

        private static void write(
                LiveRecorder recorder,
                ThreadRegistry threads,
                long collector,
                long handler,
                TracedThread other,
                int events) {
            TracedSlice slice = new TracedSlice();
            TracedSwitch contextSwitch = new TracedSwitch();
            long now = recorder.ticks();
            for (int i = 0; i < events / 4; i++) {
                TracedThread thread = threads.find((i & 1) == 0 ? collector : handler, now);
                TracedThread next = threads.find(handler, now);
                slice.set(now + i, 9, thread, 1, false);
                recorder.running(slice.running(8, WAITING, ALERT, next));
                recorder.ready(slice.ready(READIED, next, other));
                recorder.waiting(slice.waiting(ALERT, USER_MODE, other));
                recorder.contextSwitch(contextSwitch
                        .at(now, 1, -1)
                        .from(thread, 8, -1, -1)
                        .into(WAITING, null, null)
                        .to(next, 8, Long.MIN_VALUE));
            }
        }
    }
}
