package io.github.etl2jfr.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What a fuzzer starts from, and what it once found: each goes through its target. */
class CorpusTest {
    private static final Path CORPUS = Path.of("src", "test", "resources", "fuzz");

    /** As a fuzzer calls it. */
    private interface Target {
        void run(byte[] input) throws Exception;
    }

    private static final Map<String, Target> TARGETS = Map.of(
            "CodecFuzz", CodecFuzz::fuzzerTestOneInput,
            "ContainerFuzz", ContainerFuzz::fuzzerTestOneInput,
            "ConversionFuzz", ConversionFuzz::fuzzerTestOneInput,
            "FollowerFuzz", FollowerFuzz::fuzzerTestOneInput,
            "MergeFuzz", MergeFuzz::fuzzerTestOneInput,
            "RecordFuzz", RecordFuzz::fuzzerTestOneInput,
            "RecordingFuzz", RecordingFuzz::fuzzerTestOneInput,
            "TraceFuzz", TraceFuzz::fuzzerTestOneInput,
            "ViewFuzz", ViewFuzz::fuzzerTestOneInput);

    @Test
    void everyTargetHasInputs() throws IOException {
        try (Stream<Path> directories = Files.list(CORPUS)) {
            assertThat(directories.map(directory -> directory.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(TARGETS.keySet());
        }
    }

    @TestFactory
    List<DynamicTest> everyInput() throws IOException {
        try (Stream<Path> inputs = Files.walk(CORPUS)) {
            return inputs.filter(Files::isRegularFile).map(CorpusTest::test).toList();
        }
    }

    private static DynamicTest test(Path input) {
        String target = input.getParent().getFileName().toString();
        return DynamicTest.dynamicTest(
                CORPUS.relativize(input).toString(), () -> TARGETS.get(target).run(Files.readAllBytes(input)));
    }
}
