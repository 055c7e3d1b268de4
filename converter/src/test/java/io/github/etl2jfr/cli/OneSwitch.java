package io.github.etl2jfr.cli;

import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A sound trace with one event: a moment. */
final class OneSwitch {
    private OneSwitch() {}

    static Path trace(Path directory) throws IOException {
        TraceOptions options = new TraceOptions().processors(1);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        ContextSwitch contextSwitch =
                new ContextSwitch().oldThread(104, 8).waiting(6).newThread(108, 8);
        trace.builder().append(0, options.events().contextSwitch(options.ticks(100), contextSwitch));
        return Files.write(directory.resolve("one-switch.etl"), trace.finish());
    }
}
