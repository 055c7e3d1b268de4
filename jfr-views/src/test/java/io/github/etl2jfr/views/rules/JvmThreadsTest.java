package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;

class JvmThreadsTest {
    private static final List<Who> THREADS = List.of(
            Who.of("java.exe (10)", 11),
            Who.of("javaw.exe (20)", 21),
            Who.of("server.exe (30)", 31),
            Who.of("notjava.exe (40)", 41));

    @Test
    void areThoseOfCertainPrograms() throws Exception {
        assertThat(ofJvm(recording(), Map.of())).containsExactly("java.exe (11)", "javaw.exe (21)");
        assertThat(ofJvm(recording(), Map.of(JvmThreads.PROGRAMS, "server\\.exe|x")))
                .containsExactly("server.exe (31)");
        assertThat(ofJvm(recording(), Map.of(JvmThreads.PROGRAMS, "javaw?\\.exe \\(10\\)")))
                .containsExactly("java.exe (11)");
    }

    @Test
    void whatStandsForAProcessorIsOfNoProgram() throws Exception {
        assertThat(ofJvm(recording().statistics(Who.processor(0), 1, 0, 0, 0), Map.of(JvmThreads.PROGRAMS, ".*")))
                .containsExactly("java.exe (11)", "javaw.exe (21)", "notjava.exe (41)", "server.exe (31)");
    }

    /** The JVM's recording says which process it is, whatever its program is called. */
    @Test
    void areThoseOfOneProcessWhereTheJvmsRecordingIsMergedIn() throws Exception {
        MadeRecording merged = recording()
                .jvm(30)
                .statistics(Who.java("main", 32), 1, 0, 0, 0)
                .statistics(Who.vm("VM Thread", 33), 1, 0, 0, 0);
        assertThat(ofJvm(merged, Map.of())).containsExactly("VM Thread", "main", "server.exe (31)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "VM Thread",
                "GC Thread#0",
                "GC Thread#0 (4711)",
                "G1 Main Marker",
                "G1 Conc#0",
                "ParGC Thread#3",
                "ZWorker#1",
                "ZDriverMinor",
                "Shenandoah GC Threads#2"
            })
    void collectorAndVmAreKnownByName(String name) throws Exception {
        assertThat(isCollectorOrVm(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "C2 CompilerThread0", "Signal Dispatcher", "my VM Thread", "Service Thread"})
    void othersAreNot(String name) throws Exception {
        assertThat(isCollectorOrVm(name)).isFalse();
    }

    private static boolean isCollectorOrVm(String name) throws Exception {
        RecordedEvents events = new ItemEvents(
                new MadeRecording().statistics(Who.vm(name, 12), 1, 0, 0, 0).load());
        return ThreadSums.of(events, JvmThreads::isCollectorOrVm).size() == 1;
    }

    private static MadeRecording recording() {
        MadeRecording recording = new MadeRecording();
        THREADS.forEach(thread -> recording.statistics(thread, 1, 0, 0, 0));
        return recording;
    }

    private static Set<String> ofJvm(MadeRecording recording, Map<TypedPreference<?>, Object> own) throws Exception {
        RecordedEvents events = new ItemEvents(recording.load());
        IPreferenceValueProvider preferences = Verdict.preferences(own);
        JvmThreads threads = JvmThreads.of(events, preferences);
        Set<String> names = new TreeSet<>();
        events.forEach(Recorded.THREAD_STATISTICS, event -> {
            if (threads.test(event.thread())) {
                names.add(event.thread().getThreadName());
            }
        });
        return names;
    }
}
