package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.merge.LatencyExplainer;
import io.github.etl2jfr.merge.Merge;
import io.github.etl2jfr.merge.MergeOptions;
import io.github.etl2jfr.merge.Merged;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadStatistics;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes recordings of more chunks than conversions do, with all that the scheduler tells. */
public final class SmallChunks {
    private final TraceSurvey survey;
    private final ThreadDirectory threads;
    private final Scheduler scheduler;
    private final RecordingWriter.Session session;

    private SmallChunks(Path trace, EtlFile file, DamageLog damage) throws Exception {
        survey = TraceSurvey.of(file, damage, Workers.none(), bytes -> {});
        threads = ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
        scheduler = new Scheduler(new EventMerge(file, survey, damage, bytes -> {}, Workers.none()), threads);
        session = new RecordingWriter.Session(
                trace.getFileName().toString(),
                file.header(),
                file.clock(),
                survey.firstTime(),
                survey.lastTime(),
                false,
                true,
                file.header().processors(),
                LeftOut.NOTHING);
    }

    /** Writes a trace alone. */
    static void write(Path trace, Path target, int eventsPerChunk) throws Exception {
        DamageLog damage = new DamageLog();
        try (EtlFile file = EtlFile.open(trace);
                FileChannel channel = create(target)) {
            SmallChunks chunks = new SmallChunks(trace, file, damage);
            RecordingWriter writer =
                    new RecordingWriter(channel, chunks.session, chunks.threads, Workers.none(), eventsPerChunk);
            writer.traceSession();
            chunks.scheduler.replay(chunks.survey.firstTime(), chunks.survey.lastTime(), new Everything(writer));
            writer.finish();
        }
        assertThat(damage.totals()).isEmpty();
    }

    /**
     * Writes a trace into a JVM's recording, as little as possible into each chunk.
     *
     * @param endsEmpty whether the last chunk is one in which there is nothing
     */
    public static void merge(Path trace, MergeOptions options, Path target, boolean endsEmpty) throws Exception {
        merge(trace, options, target, endsEmpty, 0);
    }

    /**
     * The same, as if the JVM's events were in other chunks than they are.
     *
     * @param chunksAway how much later those are
     */
    public static void merge(Path trace, MergeOptions options, Path target, boolean endsEmpty, int chunksAway)
            throws Exception {
        DamageLog damage = new DamageLog();
        try (EtlFile file = EtlFile.open(trace);
                Merge merge = Merge.open(options, bytes -> {});
                FileChannel channel = create(target)) {
            SmallChunks chunks = new SmallChunks(trace, file, damage);
            Merged merged = merge.run(file, chunks.survey, chunks.threads, Workers.none());
            RecordingWriter writer =
                    new RecordingWriter(channel, chunks.session, chunks.threads, merged.target(), Workers.none(), 1);
            Everything everything = new Everything(writer);
            everything.explainer = merged.explainer(
                    chunks.threads,
                    chunks.scheduler,
                    merged.from(),
                    merged.to(),
                    (breakdown, thread, vmThread, time) -> writer.latencyBreakdown(moved(breakdown, chunksAway), time));
            chunks.scheduler.replay(merged.from(), merged.to(), everything);
            everything.explainer.end();
            for (long events = writer.events(); endsEmpty && writer.events() == events; ) {
                writer.threadStatistics(0, merged.to(), everything.last);
                writer.reach(merged.to());
            }
            writer.finish();
        }
        assertThat(damage.totals()).isEmpty();
    }

    private static LatencyBreakdown moved(LatencyBreakdown breakdown, int chunksAway) {
        return new LatencyBreakdown(
                breakdown.javaEvent(),
                breakdown.detail(),
                breakdown.jvmThread(),
                breakdown.startTicks(),
                breakdown.durationTicks(),
                breakdown.times(),
                breakdown.chunk() + chunksAway,
                breakdown.stackTrace(),
                breakdown.vmThread(),
                breakdown.vmThreadTimes());
    }

    private static FileChannel create(Path target) throws IOException {
        return FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Writes all the scheduler tells. */
    private static final class Everything implements SchedulerListener {
        private final RecordingWriter writer;

        /** Null if there is no JVM. */
        private LatencyExplainer explainer;

        private ThreadStatistics last;

        Everything(RecordingWriter writer) {
            this.writer = writer;
        }

        @Override
        public void reached(long time) throws IOException {
            while (explainer != null && explainer.nextTime() <= time) {
                explainer.next();
            }
            writer.reach(time);
        }

        @Override
        public void contextSwitch(SwitchEvent event) throws IOException {
            writer.contextSwitch(event);
        }

        @Override
        public void running(Slice slice) throws IOException {
            if (explainer != null) {
                explainer.running(slice);
            }
            writer.running(slice);
            writer.processorRunning(slice);
        }

        @Override
        public void ready(Slice slice) throws IOException {
            if (explainer != null) {
                explainer.ready(slice);
            }
            writer.ready(slice);
        }

        @Override
        public void waiting(Slice slice) throws IOException {
            if (explainer != null) {
                explainer.waiting(slice);
            }
            writer.waiting(slice);
        }

        @Override
        public void idle(Slice slice) throws IOException {
            writer.processorIdle(slice);
        }

        @Override
        public void statistics(int thread, long time, ThreadStatistics statistics) throws IOException {
            writer.threadStatistics(thread, time, statistics);
            last = statistics;
        }
    }
}
