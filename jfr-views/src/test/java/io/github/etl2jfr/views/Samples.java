package io.github.etl2jfr.views;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Recordings that the converter made of its sample traces; a test of its own makes sure it still would. */
public final class Samples {
    /** Of a trace with all kinds of events. */
    public static final Path PLAIN = Path.of("samples", "contention-converted.jfr");

    /** The trace in the recording of the JVM that ran meanwhile. */
    public static final Path MERGED = Path.of("samples", "contention-merged.jfr");

    /** That JVM's recording. */
    public static final Path JVM = Path.of("..", "converter", "samples", "contention.jfr");

    private Samples() {}

    /** A trace with all kinds of events, as Mission Control reads it. */
    public static IItemCollection plain() throws IOException, CouldNotLoadRecordingException {
        return load(PLAIN);
    }

    /** The trace in the recording of the JVM, as Mission Control reads it. */
    public static IItemCollection merged() throws IOException, CouldNotLoadRecordingException {
        return load(MERGED);
    }

    /** The plain trace beside the recording of a JVM that ran at the time. */
    public static IItemCollection besideTheJvmsOwn() throws IOException, CouldNotLoadRecordingException {
        return load(PLAIN, JVM);
    }

    /** The JVM's recording alone. */
    public static IItemCollection jvmsOwn() throws IOException, CouldNotLoadRecordingException {
        return load(JVM);
    }

    private static IItemCollection load(Path... recordings) throws IOException, CouldNotLoadRecordingException {
        List<File> files = Stream.of(recordings).map(Path::toFile).toList();
        return JfrLoaderToolkit.loadEvents(files);
    }
}
