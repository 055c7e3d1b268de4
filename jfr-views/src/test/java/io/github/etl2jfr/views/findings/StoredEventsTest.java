package io.github.etl2jfr.views.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.rules.Rules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/** Rules find the same as in Mission Control, which loads recordings in its own way. */
class StoredEventsTest {
    private static final List<Who> THREADS = List.of(
            Who.java("main", 10),
            Who.java("pool-1-thread-1", 11),
            Who.vm("VM Thread", 12),
            Who.vm("GC Thread#0", 13),
            Who.vm("C2 CompilerThread0", 14),
            Who.of("java.exe (4)", 15),
            Who.of("MsMpEng.exe (5)", 16),
            Who.of("other.exe (6)", 17),
            Who.of("other.exe (6)", 18),
            new Who("nobody", 19, null, -19, null),
            new Who(null, 20, null, -20, "other.exe (6)"));

    private static final List<String> MORE_JVMS = List.of("other.exe (6)", "java.exe (4)");

    private static final List<String> CAUSES = Arrays.asList("Preempted", "QuantumEnd", "Readied", null);
    private static final List<String> REASONS = Arrays.asList("PageIn", "WrQueue", "WrVirtualMemory", null);
    private static final List<String> JAVA_EVENTS = Arrays.asList("jdk.ThreadPark", "jdk.ThreadSleep", null);
    private static final List<String> LOSSES = Arrays.asList("BufferLost", "EventsLost", "Other", null);

    @TempDir
    private Path directory;

    @Test
    void samples() throws Exception {
        for (Path sample : List.of(Samples.PLAIN, Samples.MERGED, Samples.JVM)) {
            assertSameAsInMissionControl(sample, List.of());
            assertSameAsInMissionControl(sample, List.of("MsMpEng.exe (2000)"));
        }
    }

    /** Anybody does anything at any time, and much is not told, or makes no sense: as in damaged recordings. */
    @RepeatedTest(60)
    void anything(RepetitionInfo repetition) throws Exception {
        Random random = new Random(repetition.getCurrentRepetition());
        MadeRecording made = new MadeRecording();
        if (random.nextBoolean()) {
            made.jvm(4);
        }
        if (random.nextBoolean()) {
            made.session(random.nextInt(100), 900 + random.nextInt(100));
        }
        if (random.nextBoolean()) {
            made.agentSession(random.nextInt(1000), random.nextInt(3));
        }
        if (random.nextBoolean()) {
            made.mergedSession("JvmEvents", 5, random.nextInt(20_000_000), 1, 2, random.nextBoolean() ? "x" : null);
        }
        int most = random.nextInt(400);
        for (int i = 0; i < most; i++) {
            add(made, random);
        }
        assertSameAsInMissionControl(
                Files.write(directory.resolve("made.jfr"), made.bytes()), random.nextBoolean() ? MORE_JVMS : List.of());
    }

    private static void add(MadeRecording made, Random random) {
        Who who = any(random, THREADS);
        Who other = random.nextInt(3) == 0 ? null : any(random, THREADS);
        long from = random.nextInt(1000);
        long to = from + random.nextInt(random.nextBoolean() ? 10 : 300);
        int processor = random.nextInt(4) - 1;
        switch (random.nextInt(16)) {
            case 0, 1, 2 -> made.running(who, from, to, processor);
            case 3, 4 -> made.ready(who, from, to, processor, any(random, CAUSES));
            case 5 -> made.readied(who, from, to, other);
            case 6 -> made.waiting(who, from, to, any(random, REASONS), other);
            case 7, 8 -> made.idle(processor, from, to);
            case 9 -> made.statistics(who, to, to - from, random.nextInt(50), random.nextInt(1000));
            case 10 -> made.breakdown(who, any(random, JAVA_EVENTS), from, to, 0, (to - from) / 2, 0, other);
            case 11 -> made.breakdownOfVmThread(who, from, to, other, (to - from) / 3, any(random, THREADS));
            case 12 -> made.pause(who, from, to);
            case 13 -> made.safepoint(who, from, to);
            case 14 -> made.monitorEnter(who, random.nextInt(2), from, to, other);
            default -> made.loss(any(random, LOSSES), random.nextInt(5));
        }
    }

    private static <T> T any(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private static void assertSameAsInMissionControl(Path recording, List<String> jvms) throws Exception {
        assertThat(told(Rules.ask(StoredEvents.of(new JdkRecording(recording)), jvms)))
                .isEqualTo(told(inMissionControl(JfrLoaderToolkit.loadEvents(recording.toFile()), jvms)));
    }

    private static List<IResult> inMissionControl(IItemCollection items, List<String> jvms) throws Exception {
        List<IResult> results = new ArrayList<>();
        Map<IRule, Future<IResult>> all = RulesToolkit.evaluateParallel(Rules.all(), items, Rules.preferences(jvms), 1);
        for (Future<IResult> result : all.values()) {
            results.add(result.get());
        }
        return results;
    }

    /** All that results tell, by rules. */
    private static Map<String, List<String>> told(List<IResult> results) {
        Map<String, List<String>> told = new TreeMap<>();
        for (IResult result : results) {
            List<String> texts = new ArrayList<>(List.of(result.getSeverity().toString()));
            for (String text : new String[] {result.getSummary(), result.getExplanation(), result.getSolution()}) {
                texts.add(text == null ? null : ResultToolkit.populateMessage(result, text, false));
            }
            for (TypedResult<?> value : result.getRule().getResults()) {
                texts.add(value.getIdentifier() + "=" + text(result.getResult(value)));
            }
            told.put(result.getRule().getId(), texts);
        }
        return told;
    }

    private static String text(Object value) {
        if (value instanceof IQuantity quantity) {
            return quantity.doubleValue() + " " + quantity.getUnit();
        }
        return value instanceof IMCThread thread ? thread.getThreadName() : String.valueOf(value);
    }
}
