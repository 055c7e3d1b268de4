package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.testing.DamagedTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Writes the sound inputs that a fuzzer starts from: {@code Seeds DIRECTORY}, for each target a directory in it. */
public final class Seeds {
    private Seeds() {}

    public static void main(String[] arguments) throws Exception {
        Path corpus = Path.of(arguments[0]);
        Random random = new Random(1);
        byte[] text =
                "the trace is the trace is the trace that it is".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (int format = 0; format < 3; format++) {
            write(corpus, "CodecFuzz", format, concat(new byte[] {(byte) format, (byte) text.length, 0}, text));
        }
        for (int header = 0; header < 6; header++) {
            byte[] payload = new byte[120];
            random.nextBytes(payload);
            write(corpus, "RecordFuzz", header, concat(new byte[] {(byte) header, (byte) header, 0x4A, 0x65}, payload));
        }
        for (int trace = 0; trace < SmallTraces.ALL.size(); trace++) {
            byte[] steps = new byte[1 + 2 * DamagedTrace.STEP];
            random.nextBytes(steps);
            steps[0] = (byte) trace;
            write(corpus, "ContainerFuzz", trace, SmallTraces.ALL.get(trace));
            write(corpus, "TraceFuzz", trace, steps);
            write(corpus, "ConversionFuzz", trace, steps);
            write(corpus, "FollowerFuzz", trace, concat(new byte[] {64, (byte) trace, 100, 50}, steps));
        }
        byte[] jvm = SmallRecordings.jvm();
        write(corpus, "MergeFuzz", 0, jvm);
        write(corpus, "RecordingFuzz", 0, jvm);
        Path converted = Scratch.file("seed.jfr");
        new Conversion(
                        Scratch.file("seed.etl", SmallRecordings.trace()),
                        converted,
                        ConversionOptions.DEFAULT,
                        bytes -> {})
                .run();
        write(corpus, "ViewFuzz", 0, Files.readAllBytes(converted));
        write(corpus, "RecordingFuzz", 1, Files.readAllBytes(converted));
    }

    private static byte[] concat(byte[] head, byte[] rest) {
        byte[] both = java.util.Arrays.copyOf(head, head.length + rest.length);
        System.arraycopy(rest, 0, both, head.length, rest.length);
        return both;
    }

    private static void write(Path corpus, String target, int number, byte[] input) throws Exception {
        Files.write(Files.createDirectories(corpus.resolve(target)).resolve("seed-" + number), input);
    }
}
