package io.github.etl2jfr.cli;

import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.ThreadRecord;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;

/** A small trace of two threads that take turns, of a program that somebody has named. */
final class NamedProgram {
    private NamedProgram() {}

    /**
     * The trace file's bytes.
     *
     * @param image name of the program
     */
    static byte[] trace(String image) {
        TraceOptions options = new TraceOptions().processors(1);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        ProcessRecord process = ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                .processId(100)
                .image(image);
        trace.builder().append(0, options.events().process(options.ticks(1), 0, 0, process));
        for (int id : new int[] {104, 108}) {
            ThreadRecord thread = ThreadRecord.of(ThreadRecord.Kind.RUNDOWN_AT_START)
                    .processId(100)
                    .threadId(id);
            trace.builder().append(0, options.events().thread(options.ticks(2), 0, 0, thread));
        }
        int[] threads = {104, 108, 104, 108, 104};
        for (int i = 0; i + 1 < threads.length; i++) {
            ContextSwitch contextSwitch =
                    new ContextSwitch().oldThread(threads[i], 8).waiting(6).newThread(threads[i + 1], 8);
            trace.builder().append(0, options.events().contextSwitch(options.ticks(100 + i * 100), contextSwitch));
        }
        return trace.finish();
    }
}
