package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.Text;
import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.WaitMode;
import io.github.etl2jfr.kernel.WaitReason;
import io.github.etl2jfr.scheduler.ReadyCause;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The names of codes, each made once: a trace can hold any byte. Unknown is null. */
final class Labels {
    private static final int CODES = 1 << 8;

    private static final Text[] REASONS = labels(WaitReason::label, CODES);
    private static final Text[] STATES = labels(ThreadState::label, CODES);
    private static final Text[] MODES = labels(WaitMode::label, CODES);
    private static final Text[] CAUSES = labels(ReadyCause::label, ReadyCause.values().length);

    private Labels() {}

    private static Text[] labels(IntFunction<String> label, int codes) {
        return IntStream.range(0, codes).mapToObj(label).map(Text::new).toArray(Text[]::new);
    }

    private static Text label(Text[] labels, int code) {
        return code >= 0 && code < CODES ? labels[code] : null;
    }

    static Text waitReason(int code) {
        return label(REASONS, code);
    }

    static Text threadState(int code) {
        return label(STATES, code);
    }

    static Text waitMode(int code) {
        return label(MODES, code);
    }

    static Text readyCause(int code) {
        return CAUSES[code];
    }
}
