package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Threads are profiled, through native calls as on Windows, of a library whose numbers and rules are known. */
@EnabledOnOs(OS.LINUX)
class ProfileIT {
    private static final String TYPE = "windows.ThreadProfile";
    private static final int ROUNDS = 500;

    @TempDir
    private Path directory;

    /** Names and ids of the application's threads. */
    private static Map<String, Integer> threads(String lanes) {
        Map<String, Integer> threads = new HashMap<>();
        for (String lane : lanes.split(" ", -1)) {
            threads.put(lane.replaceAll(".*=", "").replace('_', ' '), Integer.parseInt(lane.replaceAll("=.*", "")));
        }
        return threads;
    }

    private static Map<Integer, List<RecordedEvent>> profiles(Path recording) throws Exception {
        Map<Integer, List<RecordedEvent>> profiles = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEventType().getName().equals(TYPE)) {
                int id = Integer.parseInt(event.getString("threadName").replaceAll(".* \\((\\d+)\\)$", "$1"));
                profiles.computeIfAbsent(id, any -> new ArrayList<>()).add(event);
            }
        }
        // JFR's buffers of one thread need not be in the order in which they were filled.
        profiles.values()
                .forEach(ofThread ->
                        ofThread.sort(Comparator.comparingInt(event -> event.getInt("contextSwitchCount"))));
        return profiles;
    }

    /**
     * Demands what the library tells of a thread, read after read.
     *
     * @param hasEnded whether the last was the thread's own
     * @param counters index and value of a thread's hardware counters
     */
    private static void requireProfiles(int id, List<RecordedEvent> profiles, boolean hasEnded, String counters) {
        for (int i = 0; i < profiles.size(); i++) {
            RecordedEvent profile = profiles.get(i);
            int read = i + 1;
            boolean isOwn = hasEnded && read == profiles.size();
            Map<String, Object> found = new LinkedHashMap<>();
            profile.getFields().stream()
                    .map(field -> field.getName())
                    .filter(name -> !List.of("startTime", "duration", "eventThread", "stackTrace", "threadName")
                            .contains(name))
                    .forEach(name -> found.put(name, profile.getValue(name)));
            Map<String, Object> expected = new LinkedHashMap<>();
            expected.put("contextSwitchCount", id * 100 + read);
            expected.put("waitReasonBitMap", read % 2 == 1 ? 1L << 6 : 1L << 37);
            expected.put("waitReasons", read % 2 == 1 ? "UserRequest" : "WrAlertByThreadId");
            expected.put("cycleTime", isOwn ? id * 1_000_000_007L + read : -1L);
            expected.put("retryCount", read % 3);
            expected.put("hardwareCounters", isOwn ? counters : null);
            assertThat(found).as("read %d of %d", read, id).isEqualTo(expected);
        }
    }

    private static void requireLanes(Path recording) throws Exception {
        int found = 0;
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
            IType<IItem> type = items.getType();
            if (!type.getIdentifier().equals(TYPE)) {
                continue;
            }
            var name = type.getAccessorKeys().keySet().stream()
                    .filter(key -> key.getIdentifier().equals("threadName"))
                    .map(type::getAccessor)
                    .findAny()
                    .orElseThrow();
            for (IItem item : items) {
                var thread = JfrAttributes.EVENT_THREAD.getAccessor(type).getMember(item);
                assertThat(name.getMember(item).toString()).startsWith(thread.getThreadName() + " (");
                found++;
            }
        }
        assertThat(found).isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheSystemTellsIsOnTheThreadsLanes(boolean isPrecise) throws Exception {
        StandInKernel32 kernel32 = StandInKernel32.compile(directory);
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        List<String> options = new ArrayList<>();
        if (!isPrecise) {
            options.addAll(List.of(AgentJvm.ofAnUnknownJdk(directory)));
        }
        // The application has a class that is called as one of JNA's.
        Path other = AgentJvm.jarOf(RetransformingAgent.class, directory, "com/sun/jna/Native");
        options.add("-Xbootclasspath/a:" + other);
        options.add(AgentJvm.javaAgent("trace=%s,profile-threads=20ms,profile-counters=0,3".formatted(trace)));
        try (AgentJvm jvm = AgentJvm.start(directory, kernel32.options(options.toArray(String[]::new)))) {
            jvm.awaitErr("profiles the threads that start from now on, every 20 ms");
            jvm.tell("record app");
            awaitFeed(jvm, trace);
            jvm.tell("begin");
            jvm.tell("mortals");
            awaitProfile(jvm, "mortal-1");
            jvm.tell("kill");
            Map<String, Integer> threads = threads(jvm.tell("trace " + trace + " " + ROUNDS));
            jvm.awaitErr("done with " + trace);
            int beats = Integer.parseInt(jvm.tell("dump app " + recording));
            assertThat(beats).isPositive();

            Map<Integer, List<RecordedEvent>> profiles = profiles(recording);
            for (String name : List.of("worker-0", "worker-1", "worker-2", "mortal-0", "mortal-1")) {
                int id = threads.get(name);
                boolean hasEnded = name.startsWith("mortal");
                assertThat(profiles.get(id)).as(name).isNotEmpty();
                requireProfiles(
                        id,
                        profiles.get(id),
                        hasEnded,
                        "0=%d, 3=%d".formatted(id * 5_000_000_029L, id * 5_000_000_029L + 3));
                assertThat(kernel32.disabled().contains(id)).as(name).isEqualTo(hasEnded);
                if (hasEnded) {
                    assertThat(profiles.get(id)).hasSize(kernel32.reads(id));
                }
                if (isPrecise) {
                    assertThat(profiles.get(id)).allSatisfy(profile -> assertThat(
                                    profile.getThread().getOSThreadId())
                            .isEqualTo(id));
                }
            }
            // It waits for this test's commands.
            int main = idOf("main", profiles);
            requireProfiles(main, profiles.get(main), false, null);
            requireLanes(recording);
            jvm.awaitErr("etl2jfr: profiled ");
            jvm.end();
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("etl2jfr: "));
            assertThat(kernel32.disabled()).contains(main);
        }
        assertThat(kernel32.brokenRules()).isEmpty();
    }

    private static void awaitFeed(AgentJvm jvm, Path trace) throws Exception {
        jvm.awaitStatus(".*waits for \\Q%s\\E.*".formatted(trace));
    }

    /** JFR tells late who has started. */
    private void awaitProfile(AgentJvm jvm, String thread) throws Exception {
        Path file = directory.resolve("sofar.jfr");
        do {
            Files.deleteIfExists(file);
            jvm.jcmd("JFR.dump", "name=app", "filename=" + file);
        } while (idOf(thread, profiles(file)) == 0);
    }

    /** Id of the thread of a name, 0 if it has no profile. */
    private static int idOf(String thread, Map<Integer, List<RecordedEvent>> profiles) {
        return profiles.entrySet().stream()
                .filter(ofThread ->
                        ofThread.getValue().get(0).getString("threadName").startsWith(thread + " ("))
                .mapToInt(Map.Entry::getKey)
                .findAny()
                .orElse(0);
    }

    /** Only they themselves could disable it before they end. */
    @Test
    void threadsOutliveTheAgentAndDisableThemselves() throws Exception {
        StandInKernel32 kernel32 = StandInKernel32.compile(directory);
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        String[] options = kernel32.options();
        try (AgentJvm jvm = AgentJvm.start(directory, options)) {
            jvm.tell("record app");
            Files.createFile(trace);
            jvm.load("trace=%s,profile-threads=5ms".formatted(trace));
            awaitFeed(jvm, trace);
            jvm.tell("mortals");
            awaitProfile(jvm, "mortal-0");
            assertThat(jvm.agent("--stop", jvm.pid()).exitCode()).isZero();
            List<Integer> enabled = kernel32.enabled();
            jvm.tell("workers 2");
            jvm.tell("kill");
            assertThat(kernel32.enabled()).isEqualTo(enabled);
            jvm.tell("dump app " + recording);
            jvm.tell("begin");
            Map<String, Integer> threads = threads(jvm.tell("trace " + trace + " " + ROUNDS));
            assertThat(enabled)
                    .contains(threads.get("mortal-0"), threads.get("mortal-1"))
                    .doesNotContain(threads.get("worker-0"), threads.get("more-0"));
            assertThat(kernel32.disabled()).contains(threads.get("mortal-0"), threads.get("mortal-1"));
            Map<Integer, List<RecordedEvent>> profiles = profiles(recording);
            assertThat(profiles.get(threads.get("mortal-0")))
                    .hasSizeLessThan(kernel32.reads(threads.get("mortal-0")))
                    .isNotEmpty();
            requireProfiles(threads.get("mortal-0"), profiles.get(threads.get("mortal-0")), false, null);

            jvm.load("trace=%s,profile-threads=5ms".formatted(trace));
            jvm.tell("workers 1");
            assertThat(kernel32.enabled()).hasSizeGreaterThan(enabled.size());
            jvm.awaitErr("done with " + trace);
            jvm.end();
        }
        assertThat(kernel32.brokenRules()).isEmpty();
    }

    @Test
    void systemThatRefusesCostsProfilesOnly() throws Exception {
        StandInKernel32 kernel32 = StandInKernel32.compile(directory, "FAILS=" + StandInKernel32.ACCESS_DENIED);
        requireSlices(
                kernel32.options(),
                "etl2jfr: a thread, and maybe others, cannot be profiled: EnableThreadProfiling fails with Windows' error 5");
        assertThat(kernel32.brokenRules()).isEmpty();
    }

    @Test
    void windowsOnly() throws Exception {
        requireSlices(new String[0], "etl2jfr: profile-threads is for Windows only, on x86-64; goes on without it");
    }

    @Test
    void nativeCodeThatCannotBeLoaded() throws Exception {
        Path none = Files.createFile(directory.resolve("none.so"));
        requireSlices(
                new String[] {"-Dio.github.etl2jfr.agent.kernel32=" + none},
                "etl2jfr: cannot profile threads, goes on without it: ");
    }

    /** A line, once, and the agent does all else. */
    private void requireSlices(String[] options, String line) throws Exception {
        Path trace = directory.resolve("trace.etl");
        Path recording = directory.resolve("dump.jfr");
        try (AgentJvm jvm = AgentJvm.start(directory, options)) {
            jvm.tell("record app");
            jvm.tell("begin");
            jvm.tell("trace " + trace + " " + ROUNDS);
            jvm.load("trace=%s,profile-threads=10ms".formatted(trace));
            jvm.tell("workers 3");
            jvm.awaitErr("done with " + trace);
            jvm.tell("dump app " + recording);
            new Dump(recording).requireSlices(Dump.expected(trace));
            assertThat(jvm.complaints().stream().filter(said -> said.contains("profil")))
                    .filteredOn(said -> !said.matches("etl2jfr: profile(s the threads|d 0 threads).*"))
                    .singleElement()
                    .asString()
                    .startsWith(line);
            jvm.end();
        }
    }
}
