package io.github.etl2jfr.views;

import io.github.etl2jfr.views.model.Events;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.StackFrame;
import io.github.etl2jfr.views.model.StackTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** A recording as the JDK reads it. */
public record JdkRecording(Path file) implements Recording {
    // Of a chunk's header.
    private static final int SIZE = 8;
    private static final int START = 32;
    private static final int DURATION = 40;

    @Override
    public Events events() throws IOException {
        return new Cursor(new RecordingFile(file));
    }

    /** Not what the JDK's reader tells; chunks are small. */
    @Override
    public Span span() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int chunk = 0; chunk < bytes.limit(); chunk += (int) bytes.getLong(chunk + SIZE)) {
            start = Math.min(start, bytes.getLong(chunk + START));
            end = Math.max(end, bytes.getLong(chunk + START) + bytes.getLong(chunk + DURATION));
        }
        return new Span(start, end);
    }

    private static final class Cursor implements Events {
        private final RecordingFile recording;
        private final Map<Long, RecordedThread> threads = new HashMap<>();
        private RecordedEvent event;

        Cursor(RecordingFile recording) {
            this.recording = recording;
        }

        @Override
        public boolean next() throws IOException {
            if (!recording.hasMoreEvents()) {
                return false;
            }
            event = recording.readEvent();
            return true;
        }

        @Override
        public String type() {
            return event.getEventType().getName();
        }

        @Override
        public long start() {
            return nanos(event.getStartTime());
        }

        @Override
        public long end() {
            return nanos(event.getEndTime());
        }

        private static long nanos(Instant time) {
            return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
        }

        @Override
        public boolean has(String field) {
            return event.hasField(field);
        }

        @Override
        public long number(String field) {
            Object value = event.getValue(field);
            return value instanceof Boolean flag ? (flag ? 1 : 0) : ((Number) value).longValue();
        }

        @Override
        public long time(String field) {
            return nanos(event.getInstant(field));
        }

        @Override
        public long length(String field) {
            // What is unknown is no duration.
            return event.getLong(field) == Long.MIN_VALUE
                    ? Long.MIN_VALUE
                    : event.getDuration(field).toNanos();
        }

        @Override
        public String text(String field) {
            Object value = event.getValue(field);
            return value instanceof RecordedClass named ? named.getName() : (String) value;
        }

        @Override
        public boolean isJavaEvent() {
            return type().equals("jdk.ThreadSleep");
        }

        @Override
        public boolean isPause() {
            return false;
        }

        @Override
        public String detail() {
            return null;
        }

        @Override
        public StackTrace stackTrace() {
            RecordedStackTrace stackTrace = event.getStackTrace();
            return stackTrace == null
                    ? StackTrace.NONE
                    : new StackTrace(stackTrace.getFrames().stream()
                            .filter(frame -> !frame.getMethod().isHidden())
                            .map(frame -> new StackFrame(
                                    frame.getMethod().getType().getName(),
                                    frame.getMethod().getName(),
                                    frame.getLineNumber()))
                            .toList());
        }

        @Override
        public long threadKey() {
            return has("eventThread") ? threadKey("eventThread") : 0;
        }

        @Override
        public long threadKey(String field) {
            RecordedThread thread = event.getThread(field);
            if (thread == null) {
                return 0;
            }
            threads.put(thread.getId(), thread);
            return thread.getId();
        }

        @Override
        public ThreadDescription thread(long key) {
            RecordedThread thread = threads.get(key);
            return new ThreadDescription(
                    thread.getOSName(),
                    thread.getOSThreadId(),
                    thread.getJavaName(),
                    // Not asked for by its own method: newer JDKs make -1 of 0 and of what is negative.
                    thread.getLong("javaThreadId"),
                    thread.getThreadGroup() == null
                            ? null
                            : thread.getThreadGroup().getName(),
                    // Before JDK 21 there are none.
                    thread.hasField("virtual") && thread.getBoolean("virtual"));
        }

        @Override
        public void close() throws IOException {
            recording.close();
        }
    }
}
