package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a trace whose session has ended. */
class AgentFinishedTraceTest {
    private static final Path SAMPLE = Path.of("../converter/samples/contention-full.etl");

    /** Of the log file header in the first buffer, behind its header and the event's. */
    private static final int EVENTS_LOST = 0x48 + 0x20 + 0x30;

    @TempDir
    private Path directory;

    /** Tells what ended since, as {@link SliceFeed} writes it, until the looks are used up. */
    private static final class Telling implements TraceSource.Receiver, SchedulerListener {
        final List<String> told = new ArrayList<>();
        private final Looks looks = new Looks(this::told);
        private final long since;
        private int looksLeft;
        private long eventsLeft = Long.MAX_VALUE;
        private TraceDescription trace;
        private long until = Long.MIN_VALUE;

        Telling(long since, int looks) {
            this.since = since;
            this.looksLeft = looks;
        }

        @Override
        public SchedulerListener begin(TraceDescription begun, ThreadDirectory threads) {
            trace = begun;
            return this;
        }

        @Override
        public void willTell() {
            throw new AssertionError("waits");
        }

        @Override
        public void told(long time) throws IOException {
            until = time;
            if (looksLeft-- == 0) {
                throw new StopSignal.StoppedException();
            }
        }

        private void tell(String what, Object thread, long start, long end) throws IOException {
            looks.before(end);
            if (eventsLeft-- == 0) {
                throw new StopSignal.StoppedException();
            }
            if (end >= since) {
                told.add("%s %s %s %s".formatted(what, thread, start, end));
            }
        }

        @Override
        public void contextSwitch(SwitchEvent event) throws IOException {
            tell("switch", event.processor(), event.oldThread(), event.time());
            looks.switched();
        }

        @Override
        public void running(Slice slice) throws IOException {
            tell("running", slice.thread(), slice.start(), slice.end());
        }

        @Override
        public void ready(Slice slice) throws IOException {
            tell("ready", slice.thread(), slice.start(), slice.end());
        }

        @Override
        public void waiting(Slice slice) throws IOException {
            tell("waiting", slice.thread(), slice.start(), slice.end());
        }
    }

    private static FinishedTrace trace(Path path, String from, String to) {
        return new FinishedTrace(
                path,
                new TimeLimit.Option("from", from == null ? null : TimeLimit.parse(from)),
                new TimeLimit.Option("to", to == null ? null : TimeLimit.parse(to)),
                Duration.ZERO);
    }

    private static Telling read(FinishedTrace trace, long since, int looks) throws Exception {
        Telling telling = new Telling(since, looks);
        try {
            trace.read(telling, new StopSignal());
        } catch (StopSignal.StoppedException e) {
            assertThat(Math.min(telling.looksLeft, telling.eventsLeft)).isNegative();
        }
        return telling;
    }

    @Test
    void whatItWasStoppedAtIsToldOnceWhenItGoesOn() throws Exception {
        FinishedTrace trace = trace(SAMPLE, null, null);
        List<String> whole = read(trace, Long.MIN_VALUE, Integer.MAX_VALUE).told;
        for (int looks = 1; looks <= 4; looks++) {
            Telling first = read(trace, Long.MIN_VALUE, looks);
            List<String> both = new ArrayList<>(first.told);
            assertThat(both).isNotEmpty().hasSizeLessThan(whole.size());
            both.addAll(read(trace, first.until, Integer.MAX_VALUE).told);
            assertThat(both).isEqualTo(whole);
        }
    }

    /** Waiting for a thread ends there, or memory does. Only what ended at that moment may be told twice. */
    @Test
    void whatItFailedAtBetweenTwoLooksIsToldOnceWhenItGoesOn() throws Exception {
        FinishedTrace trace = trace(SAMPLE, null, null);
        List<String> whole = read(trace, Long.MIN_VALUE, Integer.MAX_VALUE).told;
        for (int part = 1; part < 8; part++) {
            Telling first = new Telling(Long.MIN_VALUE, Integer.MAX_VALUE);
            first.eventsLeft = (long) whole.size() * part / 8;
            assertThatThrownBy(() -> trace.read(first, new StopSignal()))
                    .isInstanceOf(StopSignal.StoppedException.class);
            long until = Math.max(first.until, first.looks.toldUntil());
            List<String> both = new ArrayList<>(first.told);
            both.removeIf(line -> line.endsWith(" " + until));
            both.addAll(read(trace, until, Integer.MAX_VALUE).told);
            assertThat(both).isEqualTo(whole);
        }
    }

    @Test
    void canBeStoppedWhileItIsLookedThrough() {
        StopSignal stop = new StopSignal();
        stop.stop();
        assertThatThrownBy(() -> trace(SAMPLE, null, null).read(new Telling(Long.MIN_VALUE, 0), stop))
                .isInstanceOf(StopSignal.StoppedException.class);
    }

    @Test
    void lossesThatOnlyTheHeaderCountsAreTold() throws Exception {
        byte[] bytes = Files.readAllBytes(SAMPLE);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(EVENTS_LOST, 1000);
        Path trace = Files.write(directory.resolve("trace.etl"), bytes);
        Telling telling = read(trace(trace, null, null), Long.MIN_VALUE, Integer.MAX_VALUE);
        assertThat(telling.trace
                        .damage()
                        .totals()
                        .get(Damage.EVENTS_LOST_ELSEWHERE)
                        .amount())
                .isEqualTo(1000);
    }

    /** As by the converter, with the reason. */
    @Test
    void traceWithoutSwitchesIsRefused() throws Exception {
        byte[] bytes = SchedulerScript.parse("0 rundown process 8 java.exe").toTrace(SwitchForm.EVENTS);
        Path trace = Files.write(directory.resolve("trace.etl"), bytes);
        assertThatThrownBy(() -> read(trace(trace, null, null), Long.MIN_VALUE, 0))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(": no context switches in the trace, although they were enabled");
    }

    /** The sample is of 11:04 UTC: what leaves out nothing was meant for another time zone. */
    @Test
    void timesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> read(trace(SAMPLE, "09:04:48Z", null), Long.MIN_VALUE, 0))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(
                        "from 09:04:48Z is 2026-11-21T09:04:48Z, more than an hour away from the trace, which is from");
        assertThatThrownBy(() -> read(trace(SAMPLE, "2", "1"), Long.MIN_VALUE, 0))
                .isInstanceOf(UsageException.class)
                .hasMessage("from is not before to");
    }
}
