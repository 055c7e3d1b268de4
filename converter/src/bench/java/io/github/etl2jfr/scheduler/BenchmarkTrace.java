package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A trace of eight processors, surveyed: where the kernels after the survey begin. All they need of the converter's
 * insides to get there is here.
 */
final class BenchmarkTrace implements Closeable {
    private final Path path = Files.createTempFile("etl2jfr", ".etl");
    private final EtlFile file;
    private final TraceSurvey survey;

    BenchmarkTrace(SyntheticTrace trace) throws IOException, InputException, InterruptedException {
        Files.write(path, trace.threads(2_000).processes(20).toTrace(new TraceOptions().processors(8)));
        file = EtlFile.open(path);
        survey = TraceSurvey.of(file, new DamageLog(), Workers.none(), bytes -> {});
    }

    EtlFile file() {
        return file;
    }

    long firstTime() {
        return survey.firstTime();
    }

    long lastTime() {
        return survey.lastTime();
    }

    List<BufferChain> chains() {
        return BufferChains.of(file, survey.buffers(), new DamageLog()).chains();
    }

    EventMerge merge() {
        return new EventMerge(file, survey, new DamageLog(), bytes -> {}, Workers.none());
    }

    /** A new directory each time: replaying a trace moves it on. */
    ThreadDirectory threads() throws IOException {
        return ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
    }

    @Override
    public void close() throws IOException {
        file.close();
        Files.delete(path);
    }
}
