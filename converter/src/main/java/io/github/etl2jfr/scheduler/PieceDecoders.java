package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.parallel.Task;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Decodes pieces ahead of those who need them: as many decoders as work at a time. */
final class PieceDecoders {
    private final EtlFile file;
    private final Workers workers;
    private final Queue<PieceDecoder> idle = new ConcurrentLinkedQueue<>();

    PieceDecoders(EtlFile file, Workers workers) {
        this.file = file;
        this.workers = workers;
    }

    /** Decodes on the caller's thread; see {@link PieceDecoder#decode}. */
    SchedulerEvents decode(BufferChain chain, int index, BufferReader.Decompressed kept, SchedulerEvents target)
            throws IOException {
        PieceDecoder decoder = idle.poll();
        if (decoder == null) {
            decoder = new PieceDecoder(file);
        }
        decoder.decode(chain, index, kept, target);
        idle.add(decoder);
        return target;
    }

    /** Decodes on any thread; whoever needs it before it has begun may run it. */
    Task<SchedulerEvents> decodeAhead(
            BufferChain chain, int index, BufferReader.Decompressed kept, SchedulerEvents target) {
        Task<SchedulerEvents> task = new Task<>(() -> decode(chain, index, kept, target));
        workers.execute(task);
        return task;
    }
}
