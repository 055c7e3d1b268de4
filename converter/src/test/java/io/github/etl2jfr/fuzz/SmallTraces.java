package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.List;

/** Sound traces of a few small buffers, of all kinds: always the same. */
final class SmallTraces {
    static final List<byte[]> ALL = List.of(
            trace(SwitchForm.EVENTS, options()),
            trace(SwitchForm.BATCHES, options()),
            trace(SwitchForm.EVENTS, options().compression(3, XpressEncoder::encode)),
            trace(
                    SwitchForm.BATCHES_FROM_PREVIOUS,
                    options()
                            .compression(2, Lznt1Encoder::encode)
                            .pointerSize(4)
                            .build(7601)),
            trace(SwitchForm.EVENTS, options().compression(4, XpressHuffmanEncoder::encode)),
            trace(SwitchForm.EVENTS, options().clock(Clock.SYSTEM_TIME, 0).pointerSize(4)));

    private SmallTraces() {}

    private static TraceOptions options() {
        return new TraceOptions().bufferSize(0x400).processors(2);
    }

    private static byte[] trace(SwitchForm form, TraceOptions options) {
        return new SyntheticTrace(1)
                .threads(4)
                .processes(2)
                .switches(form == SwitchForm.EVENTS ? 40 : 120)
                .churnPerMille(100)
                .form(form)
                .toTrace(options);
    }
}
