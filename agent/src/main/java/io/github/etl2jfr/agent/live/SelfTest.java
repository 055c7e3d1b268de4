package io.github.etl2jfr.agent.live;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Writes slices into a short recording and demands that they be read back as they were written. */
final class SelfTest {
    /** They stay in the recordings that run, so none is to begin long ago. */
    private static final int LONGEST_SECONDS = 120;

    private static final int SLICES = 24;

    private final Class<? extends TestSlice> eventClass;
    private final String threadField;
    private final TickReader ticks;
    private final List<Long> durations;

    /** A way to write slices. */
    interface Writer {
        /** As the methods of {@link LiveRecorder}; writes the number in every form there is. */
        boolean write(Slice slice);
    }

    /** Opens a way, once the type is registered. */
    interface WriterSource {
        Writer open() throws UnavailableException;
    }

    /**
     * What a way is to write.
     *
     * @param otherThread null for none
     * @param text null for none
     */
    record Slice(long start, long duration, TracedThread thread, TracedThread otherThread, String text, int number) {}

    /** What is read of a slice. */
    private record Found(
            long start,
            long duration,
            long threadKey,
            long otherThreadKey,
            String text,
            int number,
            short smallNumber,
            long largeNumber,
            boolean flag) {
        static Found expected(Slice slice) {
            return new Found(
                    slice.start(),
                    slice.duration(),
                    slice.thread().key(),
                    slice.otherThread() == null
                            ? TracedThread.NO_KEY
                            : slice.otherThread().key(),
                    slice.text(),
                    slice.number(),
                    (short) slice.number(),
                    slice.number(),
                    slice.number() < 0);
        }

        static Found in(RecordedEvent event, String threadField) {
            return new Found(
                    event.getLong("startTime"),
                    event.getLong("duration"),
                    key(event.getThread(threadField)),
                    key(event.getThread("otherThread")),
                    event.getString("text"),
                    event.getInt("number"),
                    event.getShort("smallNumber"),
                    event.getLong("largeNumber"),
                    event.getBoolean("flag"));
        }

        private static long key(RecordedThread thread) {
            return thread == null ? TracedThread.NO_KEY : thread.getId();
        }
    }

    /**
     * @param threadField in which the JDK finds the thread whose slice it is
     * @param ticksPerSecond of JFR's clock
     */
    SelfTest(Class<? extends TestSlice> eventClass, String threadField, TickReader ticks, long ticksPerSecond) {
        this.eventClass = eventClass;
        this.threadField = threadField;
        this.ticks = ticks;
        this.durations = List.of(1L, 777L, LONGEST_SECONDS * ticksPerSecond);
    }

    /**
     * Tries a way, on a thread of its own: what a writer that fails leaves half done goes with it.
     *
     * @param threads whom the way can name, none of which ends meanwhile
     * @throws UnavailableException if it does not write exactly what it is told
     */
    void run(WriterSource source, List<TracedThread> threads) throws UnavailableException {
        FutureTask<Void> test = new FutureTask<>(() -> {
            test(source, threads);
            return null;
        });
        Thread thread = new AgentThread(test, "etl2jfr self-test");
        // Where there is no memory left, the task may fail to keep what it met.
        thread.setUncaughtExceptionHandler((failed, reason) -> {});
        thread.start();
        try {
            thread.join();
            if (!test.isDone()) {
                throw new UnavailableException("its self-test has no result");
            }
            test.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof UnavailableException unavailable
                    ? unavailable
                    : new UnavailableException("its self-test fails: " + cause, cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("its self-test was interrupted", e);
        }
    }

    private void test(WriterSource source, List<TracedThread> threads) throws UnavailableException, IOException {
        if (threads.isEmpty()) {
            throw new UnavailableException("there is no thread to try it with");
        }
        FlightRecorder.register(eventClass);
        try (OwnRecording recording = new OwnRecording()) {
            // Shorter than what JFR itself makes a constant of; longer, and not there yet; and none.
            List<String> texts = Arrays.asList("Waiting", "since the tick " + ticks.now(), "", null);
            Writer writer = source.open();
            EventType type = EventType.getEventType(eventClass);
            if (writer.write(slice(0, ticks.now(), threads, texts)) != type.isEnabled()) {
                throw new UnavailableException("it does not know what recordings want");
            }
            recording.enable(type.getName());
            recording.start();
            List<Found> expected = new ArrayList<>();
            for (int number = 0; number < SLICES; number++) {
                Slice slice = slice(number, ticks.now(), threads, texts);
                if (!writer.write(slice)) {
                    throw new UnavailableException("it does not write");
                }
                expected.add(Found.expected(slice));
            }
            // JFR may bring the events that one thread wrote into another order.
            expected.sort(Comparator.comparingLong(Found::largeNumber));
            List<Found> found = RecordingFile.readAllEvents(recording.stop()).stream()
                    .filter(event -> event.getEventType().getName().equals(type.getName()))
                    .map(event -> Found.in(event, threadField))
                    .sorted(Comparator.comparingLong(Found::largeNumber))
                    .toList();
            if (!found.equals(expected)) {
                throw new UnavailableException(difference(expected, found));
            }
        } finally {
            FlightRecorder.unregister(eventClass);
        }
    }

    /** Each slice begins and ends elsewhere, is of another thread, and has what the others have not. */
    private Slice slice(int index, long now, List<TracedThread> threads, List<String> texts) {
        long duration = durations.get(index / 2 % durations.size()) + index;
        return new Slice(
                // None ends in the future: they stay in the recordings that run.
                now - duration - 1001L * index,
                duration,
                threads.get(index % threads.size()),
                index % 4 == 3 ? null : threads.get((index + 1) % threads.size()),
                texts.get(index % texts.size()),
                index % 2 == 0 ? index : -index);
    }

    private static String difference(List<Found> expected, List<Found> found) {
        if (found.size() == expected.size()) {
            for (int i = 0; i < found.size(); i++) {
                if (!found.get(i).equals(expected.get(i))) {
                    return "%s reads back as %s".formatted(expected.get(i), found.get(i));
                }
            }
        }
        return "of %s slices %s read back".formatted(expected.size(), found.size());
    }
}
