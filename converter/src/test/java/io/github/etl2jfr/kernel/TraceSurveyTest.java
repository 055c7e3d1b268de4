package io.github.etl2jfr.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.Events;
import io.github.etl2jfr.testing.GroupMasks;
import io.github.etl2jfr.testing.HeaderType;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first pass: what is in a trace at all. */
class TraceSurveyTest {
    private static final int BUFFER_SIZE = 0x1000;
    private static final int LOGGER_ID = 0x2A;

    private static TraceSurvey survey(byte[] trace, DamageLog damage, int size) throws Exception {
        try (Workers workers = Workers.start(size)) {
            return TraceFiles.read(trace, file -> TraceSurvey.of(file, damage, workers, bytes -> {}));
        }
    }

    private static TraceSurvey survey(byte[] trace) throws Exception {
        return survey(trace, new DamageLog(), 2);
    }

    @Test
    void traceWithoutEvents() throws Exception {
        TraceSurvey survey = survey(TraceBuilder.inMemory(new TraceOptions()).finish());

        assertThat(survey.hasEvents()).isFalse();
        assertThat(survey.groupMasks()).isNull();
        assertThat(survey.buffers()).hasSize(1);
        assertThat(survey.count(0)).isEqualTo(1);
        assertThat(survey.eventCounts()).containsOnlyKeys("0000 Header");
    }

    /** Events are counted by name; those without a hook by their header. */
    @Test
    void counts() throws Exception {
        TraceOptions options = new TraceOptions();
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        SchedulerScript.parse("""
                       0 rundown process 100 app.exe
                       0 rundown thread 8 in 100
                cpu0 100 switch 0->8
                cpu1 110 ready 12
                cpu0 180 switch 8->0 wait UserRequest
                """).writeTo(trace.builder(), SwitchForm.EVENTS);
        trace.builder()
                .append(0, EventBytes.of(HeaderType.EVENT64, 1).time(options.ticks(500)))
                .append(0, EventBytes.of(HeaderType.MESSAGE, 1))
                .append(1, EventBytes.of(HeaderType.PERFINFO64, 0x0F2E).time(options.ticks(600)));
        TraceSurvey survey = survey(trace.finish());

        assertThat(survey.eventCounts().toString())
                .isEqualTo("{0000 Header=1, 0020 GroupMasks=1, 0303 Process/DCStart=1, 0503 Thread/DCStart=1,"
                        + " 0524 CSwitch=2, 0532 ReadyThread=1, 0f2e=1, header type 0f=1, header type 13=1}");
        assertThat(survey.count(Hook.CONTEXT_SWITCH)).isEqualTo(2);
        assertThat(survey.lastTime()).isEqualTo(options.ticks(600));
    }

    /** The session's own events may lie hours before the data. */
    @Test
    void timesAreThoseOfTheData() throws Exception {
        TraceOptions options = new TraceOptions();
        Events events = options.events();
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        trace.builder()
                .append(0, events.groupMasks(options.ticks(10), GroupMasks.atRundown()))
                .append(0, EventBytes.of(HeaderType.PERFINFO64, 0x0F2E).time(options.ticks(5000)))
                .append(0, EventBytes.of(HeaderType.PERFINFO64, 0x0F2E).time(options.ticks(9000)))
                .append(0, events.groupMasks(options.ticks(99_000), GroupMasks.changed()));
        TraceSurvey survey = survey(trace.finish());

        assertThat(survey.hasEvents()).isTrue();
        assertThat(survey.firstTime()).isEqualTo(options.ticks(5000));
        assertThat(survey.lastTime()).isEqualTo(options.ticks(9000));
    }

    private static long[] times(TraceOptions options, TraceSurvey survey) {
        return new long[] {survey.firstTime() - options.ticks(0), survey.lastTime() - options.ticks(0)};
    }

    private static EventBytes sample(long time) {
        return EventBytes.of(HeaderType.PERFINFO64, 0x0F2E).time(time);
    }

    /** A bit too many or too few in an event's time: those beside it tell that nothing happened then. */
    @ParameterizedTest
    @ValueSource(longs = {1L << 40, -(1L << 40), 10_001_001, -20_000_000})
    void timesThatOthersContradict(long wrong) throws Exception {
        TraceOptions options = new TraceOptions().bufferSize(BUFFER_SIZE);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        trace.builder().append(0, sample(options.ticks(5000))).append(0, sample(options.ticks(6000)));
        int wrongAt = 2 * BUFFER_SIZE - trace.builder().remaining(0);
        trace.builder()
                .append(0, sample(options.ticks(6000 + wrong)))
                .append(0, sample(options.ticks(7000)))
                .append(0, sample(options.ticks(9000)));
        DamageLog damage = new DamageLog();
        TraceSurvey survey = survey(trace.finish(), damage, 1);

        assertThat(times(options, survey)).containsExactly(5000, 9000);
        assertThat(damage.entries()).containsExactly(new DamageLog.Entry(Damage.TIME_CONTRADICTED, 0, 1, wrongAt, ""));
    }

    /** The first of its buffer. */
    @Test
    void firstTimeThatOthersContradict() throws Exception {
        TraceOptions options = new TraceOptions();
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        trace.builder()
                .append(0, sample(options.ticks(1L << 40)))
                .append(0, sample(options.ticks(5000)))
                .append(0, sample(options.ticks(9000)));
        DamageLog damage = new DamageLog();

        assertThat(times(options, survey(trace.finish(), damage, 1))).containsExactly(5000, 9000);
        assertThat(damage.amount(Damage.TIME_CONTRADICTED)).isEqualTo(1);
    }

    /** An event can be logged a little after the next one. */
    @Test
    void timesThatFallALittle() throws Exception {
        TraceOptions options = new TraceOptions();
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        trace.builder()
                .append(0, sample(options.ticks(5000)))
                .append(0, sample(options.ticks(4990)))
                .append(0, sample(options.ticks(10_000_000)))
                .append(0, sample(options.ticks(9_990_000)));
        DamageLog damage = new DamageLog();

        assertThat(times(options, survey(trace.finish(), damage, 1))).containsExactly(4990, 10_000_000);
        assertThat(damage.entries()).isEmpty();
    }

    /** What another session of a merged file did before and after does not tell what the threads did then. */
    @Test
    void timesAreThoseOfTheSessionWithTheSwitches() throws Exception {
        TraceOptions options = new TraceOptions().processors(2);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        trace.builder()
                .append(1, sample(options.ticks(1000)))
                .append(1, sample(options.ticks(99_000)))
                .flush(1);
        SchedulerScript.parse("cpu0 5000 switch 0->8\ncpu0 9000 switch 8->0 wait UserRequest")
                .writeTo(trace.builder(), SwitchForm.EVENTS);
        List<byte[]> buffers = TraceFiles.split(trace.finish());
        TraceFiles.putU16(buffers.get(1), LOGGER_ID, 8);

        assertThat(times(options, survey(TraceFiles.join(buffers)))).containsExactly(5000, 9000);
    }

    /** A batch is logged after its switches: the trace begins with the first of them. */
    @Test
    void traceBeginsWithABatchsFirstSwitch() throws Exception {
        TraceOptions options = new TraceOptions().processors(1);
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 0->8
                cpu0 180 switch 8->0 wait UserRequest
                """).toTrace(options, SwitchForm.BATCHES);
        TraceSurvey survey = survey(trace);

        assertThat(survey.firstTime()).isEqualTo(options.ticks(100));
        assertThat(survey.lastTime()).isEqualTo(options.ticks(180));
    }

    @Test
    void groupsAreThoseEverOn() throws Exception {
        TraceOptions options = new TraceOptions();
        Events events = options.events();
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        trace.builder()
                .append(
                        0,
                        events.groupMasks(
                                options.ticks(10), GroupMasks.atRundown().processes()))
                .append(
                        1,
                        events.groupMasks(
                                options.ticks(20), GroupMasks.changed().contextSwitches()));

        assertThat(survey(trace.finish()).groupMasks())
                .isEqualTo(new io.github.etl2jfr.kernel.GroupMasks(true, false, true, false, false));
    }

    /** Whoever looks into which buffer, the outcome is the same. */
    @Test
    void anyNumberOfWorkers() throws Exception {
        byte[] trace = new SyntheticTrace(3)
                .switches(5_000)
                .churnPerMille(50)
                .toTrace(new TraceOptions().bufferSize(0x1000).processors(4));
        TraceSurvey one = survey(trace, new DamageLog(), 0);
        TraceSurvey eight = survey(trace, new DamageLog(), 8);

        assertThat(eight.eventCounts()).isEqualTo(one.eventCounts());
        assertThat(eight.groupMasks()).isEqualTo(one.groupMasks());
        assertThat(eight.firstTime()).isEqualTo(one.firstTime());
        assertThat(eight.lastTime()).isEqualTo(one.lastTime());
        assertThat(eight.identities().processes()).isEqualTo(one.identities().processes());
        assertThat(eight.identities().threads()).isEqualTo(one.identities().threads());
        for (int i = 0; i < one.identities().threads(); i++) {
            assertThat(describe(eight.identities(), i)).isEqualTo(describe(one.identities(), i));
            if (i > 0) {
                assertThat(one.identities().time(i))
                        .isGreaterThanOrEqualTo(one.identities().time(i - 1));
            }
        }
    }

    /** Coarse clocks give one time to many: the last one in the file comes last, whoever finds it first. */
    @Test
    void severalNamesAtTheSameTime() throws Exception {
        StringBuilder script = new StringBuilder();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            names.add("name" + (i + 500) % 999);
            script.append("cpu%d 100 name 8 in 100 \"%s\"%n".formatted(i & 1, names.get(i)));
            script.append("cpu%d 100 rundown process 100 %s%n".formatted(i & 1, names.get(i)));
            script.append("cpu%d 100 flush%n".formatted(i & 1));
        }
        byte[] trace = SchedulerScript.parse(script.toString())
                .toTrace(new TraceOptions().processors(2).bufferSize(0x1000), SwitchForm.EVENTS);
        IdentityEvents events = survey(trace, new DamageLog(), 8).identities();

        assertThat(IntStream.range(0, events.threads())
                        .mapToObj(i -> events.names().get(events.nameIndex(i))))
                .containsExactlyElementsOf(names);
        assertThat(events.processes().stream().map(event -> event.process().image()))
                .containsExactlyElementsOf(names);
    }

    /** The other processor's buffers, which lie in between, have other times. */
    @Test
    void damageIsMetWhereItsProcessorIsToldLast() throws Exception {
        TraceOptions options = new TraceOptions().processors(2).bufferSize(0x1000);
        byte[] trace = SchedulerScript.parse("""
                cpu0  100 switch 0->8
                cpu0  200 switch 8->0 wait UserRequest
                cpu0  200 flush
                cpu1 1000 switch 0->9
                cpu1 2000 switch 9->0 wait UserRequest
                cpu1 2000 flush
                cpu0  300 switch 0->8
                cpu0  400 switch 8->0 wait UserRequest
                cpu0  400 flush
                """).toTrace(options, SwitchForm.EVENTS);
        TraceSurvey survey = survey(trace);
        long third = survey.buffers().get(3).entry().fileOffset();
        List<Long> times = new ArrayList<>();
        for (int processor = 0; processor < 2; processor++) {
            DamageLog damage = new DamageLog();
            damage.add(Damage.BAD_COMPRESSED_DATA, processor, 1, third - 1);
            damage.add(Damage.BAD_COMPRESSED_DATA, processor, 1, third + 0x100);
            times.addAll(survey.timesOf(damage.entries(), options.ticks(0), options.ticks(5000)));
        }

        assertThat(times)
                .containsExactly(options.ticks(200), options.ticks(300), options.ticks(1000), options.ticks(2000));
    }

    private static String describe(IdentityEvents events, int thread) {
        return events.time(thread) + " " + events.kind(thread) + " " + events.threadId(thread) + " in "
                + events.processId(thread) + " " + events.names().get(events.nameIndex(thread));
    }

    /** Where one of them fails, the others do not look through the rest. */
    @Test
    @Timeout(60)
    void failureStopsAllWorkers() throws Exception {
        byte[] trace = new SyntheticTrace(3).switches(2_000).toTrace(new TraceOptions().bufferSize(0x1000));
        CompletableFuture<Thread> failed = new CompletableFuture<>();
        AtomicInteger looked = new AtomicInteger();
        Thread caller = Thread.currentThread();
        LongConsumer progress = bytes -> {
            if (Thread.currentThread() != caller) {
                failed.complete(Thread.currentThread());
                throw new IllegalStateException("made to fail");
            }
            Thread worker = failed.join();
            while (worker.getState() != Thread.State.WAITING) {
                // It waits once its task is over.
                Thread.onSpinWait();
            }
            looked.incrementAndGet();
        };
        try (Workers workers = Workers.start(1)) {
            assertThatThrownBy(() ->
                            TraceFiles.read(trace, file -> TraceSurvey.of(file, new DamageLog(), workers, progress)))
                    .hasRootCauseMessage("made to fail");
        }
        // None if the worker was the first.
        assertThat(looked).hasValueLessThanOrEqualTo(1);
    }

    @Test
    void threadsPastTheLimitsGivenAreRefused() throws Exception {
        byte[] trace = new SyntheticTrace(3).switches(2_000).toTrace(new TraceOptions());
        IdentityLimits limits = new IdentityLimits(Path.of("trace.etl"), 1, 1, 1 << 20);
        assertThatThrownBy(() -> TraceFiles.read(
                        trace, file -> TraceSurvey.of(file, limits, new DamageLog(), Workers.none(), bytes -> {})))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("has more than 1 ");
    }

    @Test
    void progressAddsUpToTheFile() throws Exception {
        byte[] trace = new SyntheticTrace(3).switches(2_000).toTrace(new TraceOptions().bufferSize(0x1000));
        AtomicLong done = new AtomicLong();
        TraceFiles.read(trace, file -> TraceSurvey.of(file, new DamageLog(), Workers.none(), done::addAndGet));

        assertThat(done).hasValue(trace.length);
    }

    /** Records too short to be what they claim are damage, each, and nothing else. */
    @Test
    void recordsThatAreTooShort() throws Exception {
        TraceOptions options = new TraceOptions().processors(1);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        int[] hooks = {
            0x0005, 0x0020, 0x0301, 0x0302, 0x0303, 0x0304, 0x0327, 0x0501, 0x0502, 0x0503, 0x0504, 0x0524, 0x0525,
            0x0532, 0x0548
        };
        for (int hook : hooks) {
            trace.builder()
                    .append(
                            0,
                            EventBytes.of(HeaderType.PERFINFO64, hook)
                                    .time(options.ticks(100))
                                    .payload(new byte[3]));
        }
        DamageLog damage = new DamageLog();
        TraceSurvey survey = survey(trace.finish(), damage, 1);

        assertThat(damage.entries()).hasSize(hooks.length);
        assertThat(damage.amount(Damage.GROUP_MASKS_TOO_SHORT)).isEqualTo(2);
        assertThat(damage.amount(Damage.CONTEXT_SWITCH_TOO_SHORT)).isEqualTo(1);
        assertThat(damage.amount(Damage.IDENTITY_TOO_SHORT)).isEqualTo(hooks.length - 5);
        assertThat(damage.amount(Damage.READY_THREAD_TOO_SHORT)).isEqualTo(1);
        assertThat(damage.amount(Damage.BATCH_TOO_SHORT)).isEqualTo(1);
        assertThat(survey.identities().threads()).isZero();
        assertThat(survey.identities().processes()).isEmpty();
    }
}
