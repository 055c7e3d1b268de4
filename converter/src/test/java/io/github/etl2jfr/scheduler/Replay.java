package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.kernel.WaitMode;
import io.github.etl2jfr.kernel.WaitReason;
import io.github.etl2jfr.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A trace read through, as text: what its readers learn from it.
 *
 * <pre>
 *   switches    100 cpu0 0 -> 7               0 is the idle thread, ? one that no later switch tells
 *   planned     100 cpu0 0 -> 7               the same, but ? only where there is no plan either
 *               300 cpu0 9 -> 0 after loss    switches may be missing before it
 *   named       100 cpu0 0 -> worker@app.exe(100)
 *   fields      100 cpu0 prio 8->9 Waiting UserRequest UserMode wait 3 cstate ? ideal 1 quantum 4
 *   events      the switches, and 90 cpu1 ready 7 by 9, by nobody or by whoever runs
 *   damage      TimeBackwards 2 cpu1          counter, amount and processor if any
 * </pre>
 */
final class Replay {
    final List<String> switches = new ArrayList<>();
    final List<String> planned = new ArrayList<>();
    final List<String> named = new ArrayList<>();
    final List<String> fields = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final List<String> damage;
    final TraceSurvey survey;
    final ThreadDirectory threads;
    final long plansMissed;
    final long duplicates;

    private Replay(EtlFile file, int maxPieceEvents) throws IOException, InterruptedException {
        long start = file.header().startTimestamp();
        DamageLog log = new DamageLog();
        survey = TraceSurvey.of(file, file.buffers(log), maxPieceEvents, log, Workers.none(), bytes -> {});
        threads = ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
        EventMerge merge = new EventMerge(file, survey, log, bytes -> {}, Workers.none());
        new Scheduler(merge, threads).replay(survey.firstTime(), survey.lastTime(), event -> {
            String head = (event.time() - start) + " cpu" + event.processor() + " ";
            boolean afterLoss = SchedulerEvents.isAfterLoss(event.fields());
            int confirmed = isLinked(event) ? event.newThread() : ThreadRef.NONE;
            planned.add(head + number(event.oldThread()) + " -> " + number(event.newThread()));
            switches.add(
                    head + number(event.oldThread()) + " -> " + number(confirmed) + (afterLoss ? " after loss" : ""));
            named.add(head + name(event.oldThread()) + " -> " + name(confirmed));
            fields.add(head + fields(event));
        });
        plansMissed = merge.plansMissed();
        duplicates = merge.duplicates();
        damage = log.entries().stream().map(Replay::damage).toList();

        EventMerge again = new EventMerge(file, survey, new DamageLog(), bytes -> {}, Workers.none());
        int nextSwitch = 0;
        for (MergedEvents batch = again.next(); batch != null; batch = again.next()) {
            for (int event = 0; event < batch.events().size(); event++) {
                events.add(
                        batch.events().isReadyThread(event) ? ready(batch, event, start) : switches.get(nextSwitch++));
            }
        }
    }

    /** The same, however buffers are cut to pieces. */
    static Replay of(byte[] trace) throws IOException, InputException {
        Replay whole = TraceFiles.read(trace, file -> new Replay(file, Integer.MAX_VALUE));
        Replay pieces = TraceFiles.read(trace, file -> new Replay(file, 1));
        assertThat(pieces.named).isEqualTo(whole.named);
        assertThat(pieces.planned).isEqualTo(whole.planned);
        assertThat(pieces.fields).isEqualTo(whole.fields);
        assertThat(pieces.events).isEqualTo(whole.events);
        assertThat(pieces.damage).containsExactlyInAnyOrderElementsOf(whole.damage);
        return whole;
    }

    private String number(int thread) {
        if (thread == ThreadRef.NONE) {
            return "?";
        }
        return ThreadRef.isIdle(thread) ? "0" : Long.toString(threads.threadId(thread));
    }

    private String name(int thread) {
        if (thread < 0) {
            return number(thread);
        }
        ProcessDirectory.Life process = threads.process(thread);
        return Objects.requireNonNullElse(threads.name(thread), "-")
                + (process == null ? "" : "@" + process.image() + "(" + process.processId() + ")");
    }

    /** Without the plan, which tells the incoming thread of a processor's last switch. */
    static boolean isLinked(SwitchEvent event) {
        return (event.fields() & SchedulerEvents.LINKED_FLAG) != 0;
    }

    /** Even if it is left from an earlier wait. */
    static int rawWaitReason(SwitchEvent event) {
        return SwitchFields.value(SwitchFields.rawWaitReason(event.fields()));
    }

    private static String fields(SwitchEvent event) {
        return "prio " + known(event.oldThreadPriority()) + "->" + known(event.newThreadPriority())
                + " " + (event.oldThreadState() < 0 ? "?" : ThreadState.label(event.oldThreadState()))
                + " " + (rawWaitReason(event) < 0 ? "?" : WaitReason.label(rawWaitReason(event)))
                + " " + (event.oldThreadWaitMode() < 0 ? "?" : WaitMode.label(event.oldThreadWaitMode()))
                + " wait " + known(event.newThreadWaitTicks())
                + " cstate " + known(event.previousCState())
                + " ideal " + known(event.oldThreadIdealProcessor())
                + " quantum " + known(event.oldThreadRemainingQuantum());
    }

    private static String known(int value) {
        return value == SwitchEvent.UNKNOWN ? "?" : Integer.toString(value);
    }

    private static String ready(MergedEvents batch, int event, long start) {
        SchedulerEvents table = batch.events();
        String waker = table.wakerRunsHere(event)
                ? "whoever runs"
                : table.wakerThreadId(event) == 0 ? "nobody" : Integer.toString(table.wakerThreadId(event));
        return (table.time(event) - start) + " cpu" + batch.processor(event) + " ready " + table.threadId(event)
                + " by " + waker;
    }

    private static String damage(DamageLog.Entry entry) {
        String processor = entry.processor() == DamageLog.NO_PROCESSOR ? "" : " cpu" + entry.processor();
        return entry.kind().label() + " " + entry.amount() + processor;
    }
}
