package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.JvmEventType;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.reading.ReadRecording;
import io.github.etl2jfr.recording.EventType;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.TraceReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;

/** A recording to be shown, or a trace that is one as soon as it is converted. */
final class RecordingInput {
    private RecordingInput() {}

    /** What is done with it. */
    @FunctionalInterface
    interface Reader {
        void read(ReadRecording recording) throws IOException, RecordingException, UsageException;
    }

    /** The same, of a trace alone. */
    static void read(Path input, Reader reader, Window window, boolean quiet)
            throws IOException, InputException, UsageException {
        read(input, ConversionOptions.DEFAULT, reader, window, quiet);
    }

    /**
     * Reads it.
     *
     * @param options how a trace is converted
     * @param window the options by which the reader chooses the time
     * @param quiet whether not to show how far it is
     */
    static void read(Path input, ConversionOptions options, Reader reader, Window window, boolean quiet)
            throws IOException, InputException, UsageException {
        ConvertCommand.requireFile(input);
        try {
            if (JvmRecording.isRecording(input)) {
                reader.read(new ReadRecording(input, size -> ProgressBar.open(size, quiet)));
            } else {
                readTrace(input, options, reader, quiet);
            }
        } catch (RecordingException e) {
            if (window.misuse() != null) {
                throw new UsageException(window.misuse());
            }
            InputException refusal =
                    e.isMisuse() ? InputException.ofMisuse(e.getMessage()) : new InputException(e.getMessage());
            throw refusal.in(input);
        } catch (IOException e) {
            throw NamedFailure.of(input, e);
        }
    }

    /** The recording that a trace is converted to does not outlive that. */
    private static void readTrace(Path input, ConversionOptions options, Reader reader, boolean quiet)
            throws IOException, InputException, UsageException, RecordingException {
        requireTrace(input);
        try (TemporaryRecording recording = new TemporaryRecording()) {
            try (ProgressBar progress = ProgressBar.open(Conversion.work(input, options), quiet)) {
                new Conversion(input, recording.path(), options, progress).run();
            } catch (FileSystemException e) {
                throw e.getFile().equals(recording.path().toString()) ? recording.noRoom(e) : e;
            }
            reader.read(new ReadRecording(recording.path(), size -> ProgressBar.open(size, quiet)));
        }
    }

    /** What takes traces only is often given a recording by mistake. */
    static void refuse(Path trace) throws IOException, InputException {
        try {
            if (JvmRecording.isRecording(trace)) {
                String instead = isOfJvm(trace)
                        ? "a JVM's recording, not a trace; use it with one: etl2jfr --jfr %s TRACE.etl OUT.jfr"
                                .formatted(trace)
                        : "a flight recording, not a trace; 'etl2jfr view' shows it";
                throw new InputException(instead).in(trace);
            }
        } catch (IOException e) {
            throw NamedFailure.of(trace, e);
        }
    }

    /** Demands that trace and recording are not swapped, which shows where the recording is a trace. */
    static void requireOrder(Path trace, Path recording) throws IOException, UsageException {
        boolean isThere = Files.isRegularFile(trace);
        if (!Files.isRegularFile(recording)
                || !isTrace(recording)
                || (isThere ? !JvmRecording.isRecording(trace) : isCalledTrace(trace))) {
            return;
        }
        throw new UsageException("%s is a trace, which comes first: etl2jfr %s"
                .formatted(
                        recording,
                        isThere && isOfJvm(trace)
                                ? "--jfr %s %s OUT.jfr".formatted(trace, recording)
                                : recording + " " + trace));
    }

    /** Whether a recording has nothing of ours; not if it is damaged. */
    private static boolean isOfJvm(Path recording) throws IOException {
        return hasNo(recording, session -> true);
    }

    /**
     * Whether a JVM made a recording, which nobody can make again, be it that an agent wrote into it; not if it is
     * damaged.
     */
    static boolean isMadeByJvm(Path recording) throws IOException {
        return JvmRecording.isRecording(recording)
                && hasNo(recording, session -> session.field(TraceReader.WAY_OF_AGENT) == null);
    }

    private static boolean hasNo(Path recording, Predicate<JvmEventType> session) throws IOException {
        try (JvmRecording opened = JvmRecording.open(recording)) {
            for (Chunk chunk : opened.chunks()) {
                JvmEventType type = chunk.eventType(EventType.TRACE_SESSION.typeName());
                if (type != null && session.test(type)) {
                    return false;
                }
            }
            return true;
        } catch (InputException e) {
            return false;
        }
    }

    /** Whether a file is a trace, or is called one and may be damaged. */
    static boolean isTrace(Path file) {
        if (isCalledTrace(file)) {
            return true;
        }
        try {
            requireReadable(file);
            return true;
        } catch (IOException | InputException e) {
            return false;
        }
    }

    static boolean isCalledTrace(Path file) {
        return isCalledTrace(file.toString());
    }

    /** The same of what may be no name of a file. */
    static boolean isCalledTrace(String word) {
        String name = word.toLowerCase(Locale.ROOT);
        return name.endsWith(".etl") || name.endsWith(".etl.zip");
    }

    /** A file that is no recording is taken for a trace only if it is one, or is called one. */
    private static void requireTrace(Path input) throws IOException, InputException {
        try {
            requireReadable(input);
        } catch (InputException e) {
            if (isCalledTrace(input)) {
                throw e.in(input);
            }
            throw new InputException("neither a flight recording nor a trace; name the OUT.jfr that etl2jfr wrote")
                    .in(input);
        }
    }

    /** Nothing is unpacked just to see what it is. */
    private static void requireReadable(Path trace) throws IOException, InputException {
        if (EtlFile.unpackedSize(trace) == 0) {
            EtlFile.open(trace).close();
        }
    }
}
