package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Events on lanes that JFR does not know, while chunks begin and recordings come, are dumped and go. */
class LiveLanesTest {
    private static final Text WAITING = new Text("Waiting");
    private static final Text ALERT = new Text("WrAlertByThreadId");
    private static final int ROTATIONS = 120;
    private static final int EVENTS = 400_000;
    private static final int THREADS = 50;

    /** Of all that a buffer of some thousand events takes when it is written. */
    private static final double BYTES_PER_EVENT = 0.5;

    @TempDir
    private Path directory;

    @Name("test.ChunkEnd")
    @Period("endChunk")
    static final class ChunkEnd extends Event {}

    @Test
    void eachEventIsThereOnce() throws Exception {
        LiveJvm.run(Rotating.class, directory);
        int written = Integer.parseInt(Files.readString(directory.resolve("count.txt")));
        requireEach(directory.resolve("recording.jfr"), written);
        requireEach(directory.resolve("other.jfr"), written);
        try (JvmRecording read = JvmRecording.open(directory.resolve("recording.jfr"))) {
            assertThat(read.chunks()).hasSizeGreaterThan(2 * ROTATIONS);
            assertThat(read.chunks().stream().map(chunk -> chunk.header().startNanos()))
                    .doesNotHaveDuplicates();
            assertThat(read.chunks().stream().map(chunk -> chunk.header().startTicks()))
                    .doesNotHaveDuplicates();
        }
        String summary = LiveJvm.jfr(
                directory, "summary", directory.resolve("recording.jfr").toString());
        assertThat(summary).containsPattern("windows\\.ThreadRunning +" + written + " ");
    }

    @Test
    void nothingIsAllocatedAndLargeChunksAreEnded() throws Exception {
        LiveJvm.run(Counting.class, directory);
        requireEach(directory.resolve("recording.jfr"), EVENTS);
        try (JvmRecording read = JvmRecording.open(directory.resolve("recording.jfr"))) {
            assertThat(read.chunks()).allMatch(chunk -> chunk.header().size() < 14 << 20);
        }
    }

    /** JFR ends chunks on the application's threads, which may be interrupted just then. */
    @Test
    void interruptedThreadEndsChunksAndStaysInterrupted() throws Exception {
        LiveJvm.run(Interrupted.class, directory);
        requireEach(directory.resolve("recording.jfr"), 2000);
    }

    /** An interrupt closes a file that is just being written; the next chunk has another. */
    @Test
    void interruptedChunkIsLostButNoOther() throws Exception {
        LiveJvm.run(InterruptedMidway.class, directory);
        requireEach(
                directory.resolve("recording.jfr"), Integer.parseInt(Files.readString(directory.resolve("count.txt"))));
    }

    /** What no recording got was not written. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whatNoRecordingGetsIsLost() throws Exception {
        LiveJvm.run(Losing.class, directory);
        requireEach(directory.resolve("recording.jfr"), 100);
    }

    /** JFR takes what stopped recordings have into snapshots: with it what lanes are tried with. */
    @Test
    void snapshotHasNoSliceThatIsNone() throws Exception {
        LiveJvm.run(Snapshotting.class, directory);
        boolean hasTest = false;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path snapshot : files.filter(
                            file -> file.getFileName().toString().startsWith("snapshot-"))
                    .toList()) {
                for (RecordedEvent event : RecordingFile.readAllEvents(snapshot)) {
                    assertThat(event.getEventType().getName()).doesNotStartWith("windows.Thread");
                    hasTest |= event.getThread() != null
                            && event.getThread().getOSName().startsWith("test (");
                }
            }
        }
        assertThat(hasTest).isTrue();
    }

    private static void requireEach(Path recording, int written) throws Exception {
        boolean[] found = new boolean[written];
        Map<String, Long> keys = new HashMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (!event.getEventType().getName().equals("windows.ThreadRunning")) {
                    continue;
                }
                int number = event.getInt("processor");
                assertThat(found[number]).as("%d is there once", number).isFalse();
                found[number] = true;
                String name = "thread-%d (%d)".formatted(number % THREADS, 5000 + number % THREADS);
                assertThat(event.getThread().getOSName()).isEqualTo(name);
                assertThat(event.getString("threadName")).isEqualTo(name);
                assertThat(event.getThread().getThreadGroup().getName()).isEqualTo("other.exe (4999)");
                assertThat(event.getLong("duration")).isEqualTo(number % 1000 + 1);
                assertThat(event.getThread("nextThread").getOSName()).startsWith("thread-");
                assertThat(keys.merge(
                                name, event.getThread().getId(), (first, next) -> first.equals(next) ? first : -1))
                        .isPositive();
            }
        }
        for (int number = 0; number < written; number++) {
            assertThat(found[number]).as("%d is there", number).isTrue();
        }
    }

    /** What both programs do. */
    private static final class Writer implements AutoCloseable {
        final LiveRecorder recorder;
        final LaneChunks lanes;
        private final TracedThread[] threads = new TracedThread[THREADS];
        private final TracedSlice slice = new TracedSlice();
        private final Runnable hook;
        /** Reading the clock allocates. */
        private final long begin;

        int written;

        Writer() throws Exception {
            recorder = LiveRecorder.open(LiveJvm.instrumentation(), ThreadRegistry.open());
            assertThat(recorder.way()).startsWith("precise");
            begin = recorder.ticks();
            FlightRecorder.register(ChunkEnd.class);
            lanes = recorder.openLanes();
            hook = lanes::endChunk;
            FlightRecorder.addPeriodicEvent(ChunkEnd.class, hook);
            ThreadGroupConstant group = Lane.group("other.exe (4999)");
            for (int i = 0; i < THREADS; i++) {
                threads[i] = TracedThread.withLane(5000 + i, "thread-" + i, false, group);
            }
        }

        void write(int events) {
            for (int i = 0; i < events; i++) {
                slice.set(begin + written, written % 1000 + 1, threads[written % THREADS], written, false);
                slice.running(8, WAITING, ALERT, threads[(written + 1) % THREADS]);
                assertWritten(recorder.running(slice));
                written++;
            }
        }

        /** Allocates nothing. */
        private static void assertWritten(boolean isWritten) {
            if (!isWritten) {
                throw new AssertionError("not written");
            }
        }

        @Override
        public void close() {
            FlightRecorder.removePeriodicEvent(hook);
            lanes.close();
            assertThat(lanes.takeFailure()).isNull();
            recorder.close();
        }
    }

    /** One thread writes all the time, others begin chunks and dump. */
    static final class Rotating implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            try (Recording recording = new Recording();
                    Recording other = new Recording()) {
                recording.start();
                other.start();
                Writer writer = new Writer();
                AtomicBoolean stopped = new AtomicBoolean();
                Thread writing = new Thread(() -> {
                    while (!stopped.get()) {
                        writer.write(300);
                        LockSupport.parkNanos(100_000);
                    }
                });
                writing.start();
                Thread dumping = new Thread(() -> {
                    for (int i = 0; i < 10; i++) {
                        try {
                            other.dump(directory.resolve("dump-" + i));
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    }
                });
                dumping.start();
                for (int i = 0; i < ROTATIONS / 2; i++) {
                    try (Recording rotating = new Recording()) {
                        rotating.start();
                        Thread.sleep(3);
                    }
                }
                dumping.join();
                stopped.set(true);
                writing.join();
                writer.close();
                recording.dump(directory.resolve("recording.jfr"));
                other.stop();
                other.dump(directory.resolve("other.jfr"));
                Files.writeString(directory.resolve("count.txt"), Integer.toString(writer.written));
            }
            try (var left = Files.walk(directory.resolve("repository"))) {
                assertThat(left.filter(file -> file.getFileName().toString().startsWith("lanes-")))
                        .isEmpty();
            }
        }
    }

    static final class Counting implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long self = Thread.currentThread().getId();
            try (Recording recording = new Recording();
                    Writer writer = new Writer()) {
                recording.start();
                writer.write(EVENTS / 4);
                bean.getThreadAllocatedBytes(self);
                long before = bean.getThreadAllocatedBytes(self);
                writer.write(EVENTS / 8);
                long allocated = bean.getThreadAllocatedBytes(self) - before;
                assertThat(allocated / (EVENTS / 8.0)).isLessThan(BYTES_PER_EVENT);
                writer.write(EVENTS - EVENTS / 4 - EVENTS / 8);
                assertThat(List.of(writer.written)).containsExactly(EVENTS);
                recording.dump(directory.resolve("recording.jfr"));
            }
        }
    }

    /** Takes a snapshot whenever a recording of the agent's own has stopped. */
    static final class Snapshotting implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            try (Recording recording = new Recording()) {
                recording.start();
                AtomicInteger stops = new AtomicInteger();
                FlightRecorder.addListener(new FlightRecorderListener() {
                    private boolean isTaking;

                    @Override
                    public void recordingStateChanged(Recording changed) {
                        if (changed.getState() != RecordingState.STOPPED || isTaking) {
                            return;
                        }
                        isTaking = true;
                        try (Recording snapshot =
                                FlightRecorder.getFlightRecorder().takeSnapshot()) {
                            snapshot.dump(directory.resolve("snapshot-" + stops.incrementAndGet()));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        } finally {
                            isTaking = false;
                        }
                    }
                });
                new Writer().close();
            }
        }
    }

    static final class Interrupted implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            try (Recording recording = new Recording();
                    Recording other = new Recording();
                    Writer writer = new Writer()) {
                recording.start();
                writer.write(1000);
                Thread.currentThread().interrupt();
                other.start();
                assertThat(Thread.interrupted()).isTrue();
                assertThat(writer.lanes.takeFailure()).isNull();
                writer.write(1000);
                recording.dump(directory.resolve("recording.jfr"));
            }
        }
    }

    /** Interrupted while a chunk ends until that costs one. */
    static final class InterruptedMidway implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            try (Recording recording = new Recording();
                    Writer writer = new Writer()) {
                recording.start();
                long lost;
                do {
                    writer.write(10);
                    endChunkWhileInterrupted(writer.lanes);
                    assertThat(Thread.interrupted()).isTrue();
                    lost = writer.lanes.takeLost();
                    // Their numbers are given again.
                    writer.written -= (int) lost;
                    assertThat(writer.lanes.takeFailure()).isNull();
                } while (lost == 0);
                assertThat(lost).isEqualTo(10);
                writer.write(1000);
                recording.dump(directory.resolve("recording.jfr"));
                Files.writeString(directory.resolve("count.txt"), Integer.toString(writer.written));
            }
        }

        private static void endChunkWhileInterrupted(LaneChunks lanes) {
            Thread ending = Thread.currentThread();
            AtomicBoolean stopped = new AtomicBoolean();
            Thread interrupting = new Thread(() -> {
                while (!stopped.get()) {
                    ending.interrupt();
                }
            });
            interrupting.start();
            while (!ending.isInterrupted()) {
                Thread.onSpinWait();
            }
            lanes.endChunk();
            stopped.set(true);
            while (interrupting.isAlive()) {
                Thread.onSpinWait();
            }
        }
    }

    static final class Losing implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            try (Recording recording = new Recording();
                    Recording inMemory = new Recording()) {
                Writer writer = new Writer();
                recording.start();
                writer.write(100);
                writer.lanes.endChunk();
                assertThat(writer.lanes.takeLost()).isZero();
                writer.write(10);
                delete(directory.resolve("repository"));
                writer.lanes.endChunk();
                assertThat(writer.lanes.takeLost()).isEqualTo(10);
                assertThat(writer.lanes.takeLost()).isZero();
                assertThat(writer.lanes.takeFailure()).isNotNull();
                writer.close();
                recording.dump(directory.resolve("recording.jfr"));
                recording.stop();

                try (OwnRecording own = new OwnRecording();
                        Writer unheard = new Writer()) {
                    own.start();
                    unheard.write(30);
                    unheard.lanes.endChunk();
                    assertThat(unheard.lanes.takeLost()).isEqualTo(30);
                }

                inMemory.setToDisk(false);
                inMemory.start();
                try (Writer unheard = new Writer()) {
                    unheard.write(20);
                    unheard.lanes.endChunk();
                    assertThat(unheard.lanes.takeLost()).isEqualTo(20);
                }
            }
        }

        /** The chunk that is being written. */
        private static void delete(Path repository) throws IOException {
            try (Stream<Path> files = Files.walk(repository)) {
                Path last = files.filter(file -> file.getFileName().toString().startsWith("lanes-"))
                        .max(Comparator.comparing(Path::toString))
                        .orElseThrow();
                Files.delete(last);
            }
        }
    }
}
