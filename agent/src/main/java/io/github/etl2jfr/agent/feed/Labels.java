package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.WaitMode;
import io.github.etl2jfr.kernel.WaitReason;
import io.github.etl2jfr.scheduler.ReadyCause;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The names of codes, each made once: a trace can hold any byte. Unknown is null. */
final class Labels {
    private static final int CODES = 1 << 8;

    private static final String[] REASONS = labels(WaitReason::label);
    private static final String[] STATES = labels(ThreadState::label);
    private static final String[] MODES = labels(WaitMode::label);

    private Labels() {}

    private static String[] labels(IntFunction<String> label) {
        return IntStream.range(0, CODES).mapToObj(label).toArray(String[]::new);
    }

    private static String label(String[] labels, int code) {
        return code >= 0 && code < CODES ? labels[code] : null;
    }

    static String waitReason(int code) {
        return label(REASONS, code);
    }

    static String threadState(int code) {
        return label(STATES, code);
    }

    static String waitMode(int code) {
        return label(MODES, code);
    }

    static String readyCause(int code) {
        return ReadyCause.label(code);
    }
}
