package io.github.etl2jfr.bench;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The converter as a user meets it: a jar, its command line and its report. Knows nothing of what is inside. */
final class Converter {
    private static final List<String> SMALL_HEAP = List.of("-Xmx64m");

    /** What the converter reports of a conversion. */
    record Report(long switches, long events, long threads, long recordingBytes) {
        double bytesPerEvent() {
            return (double) recordingBytes / events;
        }
    }

    private final Path jar;

    Converter(Path jar) {
        this.jar = jar;
    }

    /** A conversion to be measured. */
    JavaProcess.Run convert(Path trace, Path recording) throws IOException, InterruptedException {
        return JavaProcess.run(SMALL_HEAP, jar, List.of("--force", "--quiet", trace, recording));
    }

    /** A conversion whose result counts, not its time. */
    Report report(Path trace, Path recording) throws IOException, InterruptedException {
        return parse(JavaProcess.run(SMALL_HEAP, jar, List.of("--force", "--json", trace, recording)));
    }

    /** A conversion to events of one type only. */
    Report report(String eventType, Path trace, Path recording) throws IOException, InterruptedException {
        return parse(JavaProcess.run(
                SMALL_HEAP, jar, List.of("--force", "--json", "--events", eventType, trace, recording)));
    }

    JavaProcess.Run info(Path trace) throws IOException, InterruptedException {
        return JavaProcess.run(SMALL_HEAP, jar, List.of("info", trace));
    }

    private static Report parse(JavaProcess.Run run) {
        JsonObject report = JsonParser.parseString(run.output()).getAsJsonObject();
        return new Report(
                report.get("contextSwitches").getAsLong(),
                report.get("events").getAsLong(),
                report.get("threads").getAsLong(),
                report.get("outputBytes").getAsLong());
    }
}
