package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ChunkExtender;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.MergedTypes;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What differs between a recording of our own and one of a JVM that events are added to.
 *
 * @param clock from the session's clock to the recording's ticks
 * @param agreement of the trace's clock with the JVM's
 * @param vocabulary ids of the types, keys of the texts that are the same everywhere
 * @param threads constants of the threads
 * @param chunks where the events go
 */
record RecordingParts(
        TickClock clock, ClockAgreement agreement, Vocabulary vocabulary, ThreadConstants threads, ChunkSink chunks) {
    /** What only a recording of ours has: a JVM tells them itself. */
    private static final Set<EventType> OURS_ALONE = EnumSet.of(EventType.OS_INFORMATION, EventType.SYSTEM_PROCESS);

    /**
     * @param channel empty; written to from its beginning
     */
    static RecordingParts ofOwn(SeekableByteChannel channel, RecordingWriter.Session session, ThreadDirectory threads) {
        Metadata metadata = Metadata.get();
        RecordingClock clock = RecordingClock.of(session.clock(), session.firstTime());
        ThreadConstants constants = new ThreadConstants(threads, session.processors(), metadata);
        return new RecordingParts(
                clock.ticks(),
                ClockAgreement.NONE,
                Vocabulary.of(metadata),
                constants,
                new OwnChunks(channel, metadata, clock, constants, session.firstTime()));
    }

    /**
     * @param channel empty; written to from its beginning
     * @throws InputException if the recording has such events already, or its constants make no sense
     */
    static RecordingParts ofJvm(
            SeekableByteChannel channel, RecordingWriter.Session session, ThreadDirectory threads, JvmTarget target)
            throws IOException, InputException {
        JvmRecording recording = target.recording();
        Metadata metadata = Metadata.get();
        Set<EventType> added = EnumSet.complementOf(EnumSet.copyOf(OURS_ALONE));
        MergedTypes types = MergedTypes.of(
                recording,
                metadata.description(),
                added.stream().map(EventType::typeName).collect(Collectors.toSet()));
        Vocabulary vocabulary = Vocabulary.of(metadata, recording, types, added);
        ThreadConstants constants = new ThreadConstants(
                threads,
                session.processors(),
                metadata,
                target.threads(),
                Math.max(
                        recording.firstFreeKey(JvmRecording.THREADS),
                        target.threads().largestKey() + 1),
                recording.firstFreeKey(JvmRecording.THREAD_GROUPS));
        ChunkExtender extender = new ChunkExtender(channel, types);
        return new RecordingParts(
                target.clock(),
                target.agreement(),
                vocabulary,
                constants,
                new JvmChunks(extender, recording.chunks(), target.clock(), constants, vocabulary));
    }
}
