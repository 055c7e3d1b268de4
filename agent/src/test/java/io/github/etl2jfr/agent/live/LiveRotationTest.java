package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.jfr.JvmRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks begin while slices are written: none is lost, doubled or damaged, nor is any event of the JVM. */
class LiveRotationTest {
    private static final int ROTATIONS = 120;

    /** After so many JFR's writer is compiled: before that, JDK 17 may lose a text where a chunk begins. */
    private static final int WARM_UP = 50_000;

    private static final int SLICES_PER_VISITOR = 500;
    private static final List<String> STATES = List.of("Waiting", "Ready", "a state with a long name");
    private static final List<Text> TEXTS = STATES.stream().map(Text::new).toList();

    @TempDir
    private Path directory;

    @Name("test.Beat")
    static final class Beat extends Event {
        long number;
    }

    @Test
    void nothingIsLostOrDoubled() throws Exception {
        LiveJvm.run(Feeding.class, directory);
        Path recording = directory.resolve("recording.jfr");
        long[] written = Arrays.stream(
                        Files.readString(directory.resolve("counts.txt")).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();

        int chunks;
        try (JvmRecording read = JvmRecording.open(recording)) {
            chunks = read.chunks().size();
        }
        assertThat(chunks).isGreaterThan(ROTATIONS);

        long[][] found = {new long[(int) written[0]], new long[(int) written[1]], new long[(int) written[2]]};
        long ofJvm = 0;
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                switch (event.getEventType().getName()) {
                    case "windows.ThreadRunning" -> {
                        requireSound(event);
                        found[event.getShort("priority")][event.getInt("processor")]++;
                    }
                    case "test.Beat" -> found[2][(int) event.getLong("number")]++;
                    default -> ofJvm++;
                }
            }
        }
        for (long[] counts : found) {
            assertThat(counts).isNotEmpty().containsOnly(1);
        }
        assertThat(ofJvm).isGreaterThan(chunks);

        String summary = LiveJvm.jfr(directory, "summary", recording.toString());
        assertThat(summary).containsPattern("windows\\.ThreadRunning +" + (written[0] + written[1]) + " ");
        assertThat(summary).containsPattern("test\\.Beat +" + written[2] + " ");
    }

    private static void requireSound(RecordedEvent event) {
        int number = event.getInt("processor");
        assertThat(event.getLong("duration")).isEqualTo(number % 1000 + 1);
        assertThat(event.getString("endState")).isEqualTo(STATES.get(number % STATES.size()));
        String name = event.getThread().getOSName() + " (" + event.getThread().getOSThreadId() + ")";
        assertThat(event.getString("threadName")).isEqualTo(name);
        assertThat(event.getThread("nextThread").getJavaName()).isEqualTo("Reference Handler");
    }

    /** One thread writes all the time; others come, write events of their own first, then slices, and go. */
    static final class Feeding implements LiveJvm.Program {
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final AtomicLong residents = new AtomicLong();
        private final AtomicLong visitors = new AtomicLong();
        private final AtomicLong beats = new AtomicLong();

        private LiveRecorder recorder;
        private TracedThread slicesOf;
        private TracedThread next;

        @Override
        public void run(Path directory) throws Exception {
            ThreadRegistry threads = ThreadRegistry.open();
            slicesOf = threads.lasting().get(0);
            next = threads.lastingJava().get(0);
            recorder = LiveRecorder.open(LiveJvm.instrumentation(), threads);
            assertThat(recorder.way()).startsWith("precise");
            try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
                recording.start();
                Thread resident = new Thread(this::reside, "resident");
                Thread host = new Thread(this::host, "host");
                resident.start();
                host.start();
                while (residents.get() < WARM_UP) {
                    pause();
                }
                for (int i = 0; i < ROTATIONS / 2; i++) {
                    // One when it starts and one when it ends.
                    try (Recording other = new Recording()) {
                        other.start();
                    }
                }
                stopped.set(true);
                resident.join();
                host.join();
                recording.dump(directory.resolve("recording.jfr"));
            }
            Files.writeString(directory.resolve("counts.txt"), residents + " " + visitors + " " + beats);
        }

        private void reside() {
            while (!stopped.get()) {
                for (int i = 0; i < 200; i++) {
                    write(0, (int) residents.getAndIncrement());
                }
                pause();
            }
        }

        private void host() {
            while (!stopped.get()) {
                Thread visitor = new Thread(this::visit, "visitor");
                visitor.start();
                try {
                    visitor.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        private void visit() {
            Beat beat = new Beat();
            beat.number = beats.getAndIncrement();
            beat.commit();
            IntStream.range(0, SLICES_PER_VISITOR).forEach(i -> {
                write(1, (int) visitors.getAndIncrement());
                if (i % 50 == 0) {
                    pause();
                }
            });
        }

        private static void pause() {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** One at a time, as the agent does: {@link LiveRecorder} says why. */
        private synchronized void write(int writer, int number) {
            TracedSlice slice = new TracedSlice()
                    .set(recorder.ticks(), number % 1000 + 1, slicesOf, number, false)
                    .running(writer, TEXTS.get(number % TEXTS.size()), null, next);
            assertThat(recorder.running(slice)).isTrue();
        }
    }
}
