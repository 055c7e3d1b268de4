package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ChunkSorter;
import io.github.etl2jfr.jfr.JvmRecording;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** The input is a JVM's recording: its chunks, types, constants and events. */
public final class RecordingFuzz {
    private RecordingFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        try (JvmRecording recording = JvmRecording.open(Scratch.file("recording.jfr", input))) {
            recording.threads();
            recording.threadGroups();
            recording.firstFreeKey(JvmRecording.THREADS);
            recording.firstFreeKey(JvmRecording.STRINGS);
            for (Chunk chunk : recording.chunks()) {
                long events = 0;
                for (ChunkEvents event = chunk.events(); event.next(); events++) {
                    event.type();
                }
                Checks.require(events <= chunk.header().size(), "more events than bytes");
            }
            sort(recording);
        } catch (InputException e) {
            Checks.message(e);
        }
    }

    /** What is sorted is a recording, with as many events, all of which are in order. */
    private static void sort(JvmRecording recording) throws IOException, InputException {
        ChunkSorter first = sort(recording, "sorted.jfr");
        try (JvmRecording sorted = JvmRecording.open(Scratch.file("sorted.jfr"))) {
            ChunkSorter again = sort(sorted, "again.jfr");
            Checks.require(again.events() == first.events(), "other events");
            Checks.require(again.late() == 0, "not in order");
        } catch (InputException e) {
            throw new AssertionError(e);
        }
    }

    private static ChunkSorter sort(JvmRecording recording, String name) throws IOException, InputException {
        try (FileChannel target = FileChannel.open(Scratch.file(name, new byte[0]), StandardOpenOption.WRITE)) {
            ChunkSorter sorter = new ChunkSorter(target, bytes -> {});
            sorter.write(recording);
            return sorter;
        }
    }
}
