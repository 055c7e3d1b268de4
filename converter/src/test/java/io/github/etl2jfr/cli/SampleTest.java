package io.github.etl2jfr.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests have that compare something with all that the sample's recording holds. */
abstract class SampleTest {
    static final Path SAMPLE = SampleEvents.TRACE;

    @TempDir
    private static Path shared;

    static SampleEvents sample;

    @TempDir
    Path directory;

    /** Where a test writes to. */
    Path out;

    @BeforeAll
    static void convertSample() throws IOException {
        sample = SampleEvents.convert(shared);
    }

    @BeforeEach
    void chooseOutput() {
        out = directory.resolve("out.jfr");
    }
}
