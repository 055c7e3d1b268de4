package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.List;

/** The input is a trace file: its buffers, its events, and what the survey finds in them. */
public final class ContainerFuzz {
    private ContainerFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        try (EtlFile file = EtlFile.open(Scratch.file("container.etl", input))) {
            DamageLog damage = new DamageLog();
            List<BufferEntry> entries = file.buffers(damage);
            long end = 0;
            long events = 0;
            BufferReader reader = new BufferReader(file);
            for (BufferEntry entry : entries) {
                Checks.require(entry.fileOffset() >= end, "buffers overlap at " + entry.fileOffset());
                end = entry.fileOffset() + entry.storedSize();
                Checks.require(end <= input.length, "a buffer past the file's end");
                Checks.require(entry.usedSize() <= file.header().bufferSize(), "a buffer larger than all may be");
                events += events(reader, entry);
            }
            TraceSurvey whole = survey(file, entries, Integer.MAX_VALUE, damage);
            TraceSurvey pieces = survey(file, entries, 1, new DamageLog());
            long counted = whole.eventCounts().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            Checks.require(counted == events, events + " events, and " + counted + " surveyed");
            Checks.require(whole.eventCounts().equals(pieces.eventCounts()), "pieces hold other events");
            Checks.require(whole.firstTime() == pieces.firstTime(), "pieces start at another time");
            Checks.require(whole.lastTime() == pieces.lastTime(), "pieces end at another time");
            Checks.damage(damage, input.length);
        } catch (InputException e) {
            Checks.message(e);
        }
    }

    private static long events(BufferReader reader, BufferEntry entry) throws IOException {
        EventCursor event = new EventCursor();
        try {
            reader.open(entry, event);
        } catch (CorruptDataException e) {
            return 0;
        }
        long events = 0;
        while (event.next()) {
            Checks.require(event.nextOffset() > event.offset(), "an event without a size");
            Checks.require(event.offset() + event.payloadSize() <= entry.usedSize(), "an event past its buffer's end");
            events++;
        }
        return events;
    }

    private static TraceSurvey survey(EtlFile file, List<BufferEntry> entries, int maxPieceEvents, DamageLog damage)
            throws IOException {
        return TraceSurvey.of(file, entries, maxPieceEvents, damage, Workers.none(), bytes -> {});
    }
}
