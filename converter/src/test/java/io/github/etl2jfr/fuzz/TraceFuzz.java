package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.testing.DamagedTrace;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The input is which small trace, and what happens to it: followed by the scheduler, in pieces of any size alike. */
public final class TraceFuzz {
    private TraceFuzz() {}

    /** A small trace, damaged as the input says. */
    static byte[] trace(byte[] input) {
        byte[] whole = SmallTraces.ALL.get((input[0] & 0xFF) % SmallTraces.ALL.size());
        return DamagedTrace.of(whole, Arrays.copyOfRange(input, 1, input.length))
                .toBytes();
    }

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (input.length == 0) {
            return;
        }
        byte[] trace = trace(input);
        try (EtlFile file = EtlFile.open(Scratch.file("trace.etl", trace))) {
            List<SliceCheck.Told> whole = replay(file, Integer.MAX_VALUE, trace.length);
            List<SliceCheck.Told> pieces = replay(file, 1, trace.length);
            Checks.require(whole.equals(pieces), "pieces tell something else");
        } catch (InputException e) {
            Checks.message(e);
        }
    }

    private static List<SliceCheck.Told> replay(EtlFile file, int maxPieceEvents, int size) throws IOException {
        DamageLog damage = new DamageLog();
        List<BufferEntry> entries = file.buffers(damage);
        TraceSurvey survey = TraceSurvey.of(file, entries, maxPieceEvents, damage, Workers.none(), bytes -> {});
        SliceCheck told = new SliceCheck();
        if (survey.hasEvents()) {
            ProcessDirectory processes = new ProcessDirectory(survey.identities());
            ThreadDirectory threads = ThreadDirectory.of(file, survey, processes);
            EventMerge events = new EventMerge(file, survey, damage, bytes -> {}, Workers.none());
            new Scheduler(events, threads).replay(survey.firstTime(), survey.lastTime(), told);
        }
        Checks.damage(damage, size);
        return told.told();
    }
}
