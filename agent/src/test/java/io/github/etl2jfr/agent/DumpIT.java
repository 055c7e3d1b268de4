package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.jfr.consumer.EventStream;
import jdk.management.jfr.FlightRecorderMXBean;
import jdk.management.jfr.RecordingInfo;
import jdk.management.jfr.RemoteRecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever asks for a dump, in the midst of a trace, gets all that the agent has told until then. */
@EnabledOnOs(OS.LINUX)
class DumpIT {
    private static final int ROUNDS = 20_000;

    @TempDir
    private Path directory;

    private Path written;
    private Path growing;
    private List<Dump.Slice> expected;
    private long told = Long.MIN_VALUE;

    private static List<String> slicesOnly(boolean isPrecise) {
        // The public way knows live threads of Java only.
        return isPrecise ? List.of("worker", "VM Thread") : List.of("worker");
    }

    /** Has the application trace its threads, and begins a file that is to become that trace. */
    private GrowingFile trace(AgentJvm jvm, boolean isPrecise) throws Exception {
        written = directory.resolve("written.etl");
        growing = directory.resolve("growing.etl");
        jvm.tell("begin");
        String lanes = jvm.tell("trace " + written + " " + ROUNDS);
        List<Long> known = Stream.of(lanes.split(" ", -1))
                .filter(lane -> slicesOnly(isPrecise).stream()
                        .anyMatch(name -> lane.replace('_', ' ').contains("=" + name)))
                .map(lane -> Long.parseLong(lane.replaceAll("=.*", "")))
                .toList();
        expected = Dump.expected(written).stream()
                .filter(slice -> known.contains(slice.osThreadId()))
                .toList();
        return new GrowingFile(written, growing);
    }

    private void require(Path file, boolean isPrecise) throws Exception {
        Dump dump = new Dump(file, isPrecise);
        assertThat(dump.toldUntil()).as("%s is as far as those before", file).isGreaterThanOrEqualTo(told);
        told = dump.toldUntil();
        assertThat(dump.onJvmsClock()).isNotEmpty();
        Dump.requireAll(dump.onJvmsClock(), expected, Long.MIN_VALUE, told);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverAsks(boolean isPrecise) throws Exception {
        String[] options = isPrecise ? new String[0] : AgentJvm.ofAnUnknownJdk(directory);
        try (AgentJvm jvm = AgentJvm.start(directory, options)) {
            jvm.tell("record app");
            jvm.tell("record stopped");
            MBeanServerConnection connection = connect(jvm);
            FlightRecorderMXBean bean = ManagementFactory.newPlatformMXBeanProxy(
                    connection, FlightRecorderMXBean.MXBEAN_NAME, FlightRecorderMXBean.class);
            List<Dump.Slice> streamed = Collections.synchronizedList(new ArrayList<>());
            List<Dump.Slice> followed = Collections.synchronizedList(new ArrayList<>());
            try (RemoteRecordingStream remote = new RemoteRecordingStream(connection);
                    EventStream repository =
                            EventStream.openRepository(Path.of(jvm.tell("property jdk.jfr.repository")))) {
                collect(remote, streamed);
                collect(repository, followed);
                try (GrowingFile trace = trace(jvm, isPrecise)) {
                    trace.growTo(0.2);
                    assertThat(jvm.agent(jvm.pid(), growing).exitCode()).isZero();
                    long id = id(bean, "app");

                    growAndAwait(jvm, trace, 0.3);
                    Path dump = directory.resolve("jcmd.jfr");
                    jvm.jcmd("JFR.dump", "name=app", "filename=" + dump);
                    require(dump, isPrecise);

                    growAndAwait(jvm, trace, 0.4);
                    Path stopped = directory.resolve("stopped.jfr");
                    jvm.jcmd("JFR.stop", "name=stopped", "filename=" + stopped);
                    require(stopped, isPrecise);

                    growAndAwait(jvm, trace, 0.5);
                    require(read(bean, bean.takeSnapshot(), "snapshot.jfr"), isPrecise);

                    growAndAwait(jvm, trace, 0.6);
                    // As Mission Control dumps a recording that goes on.
                    require(read(bean, bean.cloneRecording(id, true), "clone.jfr"), isPrecise);

                    growAndAwait(jvm, trace, 0.7);
                    Path copy = directory.resolve("copy.jfr");
                    bean.copyTo(id, copy.toString());
                    require(copy, isPrecise);

                    trace.end();
                }
                jvm.awaitErr("done with " + growing);
                Path all = directory.resolve("all.jfr");
                jvm.tell("dump app " + all);
                require(all, isPrecise);
                Dump dump = new Dump(all, isPrecise);
                assertThat(dump.onJvmsClock()).hasSameSizeAs(expected);
                requireStreamed(dump, streamed);
                requireStreamed(dump, followed);
            }
            assertThat(jvm.complaints())
                    .anyMatch(line -> line.contains(
                            isPrecise ? "; precise: exact times" : "; public API: live Java threads only;"))
                    .filteredOn(line -> line.contains("the precise way does not work: "))
                    .hasSize(isPrecise ? 0 : 1);
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("etl2jfr: "));
            jvm.end();
        }
    }

    @Test
    void exit() throws Exception {
        Path recording = directory.resolve("exit.jfr");
        try (AgentJvm jvm =
                AgentJvm.start(directory, "-XX:StartFlightRecording=settings=profile,filename=" + recording)) {
            jvm.tell("mark");
            try (GrowingFile trace = trace(jvm, true)) {
                trace.growTo(0.2);
                assertThat(jvm.agent(jvm.pid(), growing).exitCode()).isZero();
                growAndAwait(jvm, trace, 0.6);
                jvm.end();
            }
        }
        require(recording, true);
        assertThat(new Dump(recording).slices).hasSizeLessThan(expected.size());
    }

    /** Chunks end when they are full, and the oldest are thrown away. */
    @Test
    void size() throws Exception {
        Path recording = directory.resolve("size.jfr");
        String options = "-XX:FlightRecorderOptions=repository=%s,maxchunksize=1M".formatted(directory.resolve("tmp"));
        try (AgentJvm jvm = AgentJvm.start(directory, options)) {
            jvm.tell("record app 20000000");
            try (GrowingFile trace = trace(jvm, true)) {
                trace.growTo(0.2);
                assertThat(jvm.agent(jvm.pid(), growing).exitCode()).isZero();
                for (double share = 0.3; share < 0.75; share += 0.1) {
                    growAndAwait(jvm, trace, share);
                    jvm.tell("fill 6000000");
                }
                jvm.tell("mark");
                jvm.tell("dump app " + recording);
            }
            jvm.end();
        }
        Dump dump = new Dump(recording);
        assertThat(dump.chunks()).isGreaterThan(5);
        assertThat(dump.slices).isNotEmpty();
        Dump.requireAll(dump.onJvmsClock(), expected, dump.firstToldUntil(), dump.toldUntil());
        assertThat(expected).anyMatch(slice -> slice.end() > dump.firstToldUntil() && slice.end() < dump.toldUntil());
        assertThat(expected.stream().filter(slice -> slice.end() < dump.toldUntil()))
                .hasSizeGreaterThan(dump.onJvmsClock().size());
    }

    /** The JVM is the test's own. */
    @SuppressWarnings("BanJNDI")
    private static MBeanServerConnection connect(AgentJvm jvm) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(jvm.pid()));
        try {
            return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))
                    .getMBeanServerConnection();
        } finally {
            machine.detach();
        }
    }

    /** A stream leaves out what began before it did; so it is awaited. */
    private static void collect(EventStream stream, List<Dump.Slice> slices) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        stream.setReuse(false);
        stream.onEvent("test.Beat", beat -> begun.countDown());
        stream.onEvent(event -> {
            if (event.getEventType().getName().startsWith("windows.Thread") && !event.getBoolean("clipped")) {
                slices.add(Dump.slice(event));
            }
        });
        stream.startAsync();
        begun.await();
    }

    private static void requireStreamed(Dump dump, List<Dump.Slice> streamed) throws InterruptedException {
        List<Dump.Slice> all = dump.slices.stream()
                .filter(found -> !found.clipped())
                .map(Dump.Found::slice)
                .toList();
        await(() -> streamed.size() >= all.size());
        assertThat(streamed).containsExactlyInAnyOrderElementsOf(all);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 600 && !condition.getAsBoolean(); i++) {
            Thread.sleep(50);
        }
    }

    /** Appends, and waits until the agent has come further, by what it says. */
    private static void growAndAwait(AgentJvm jvm, GrowingFile trace, double share) throws Exception {
        String before = jvm.tell("property io.github.etl2jfr.agent.status");
        trace.growTo(share, 10, 20);
        long start = System.nanoTime();
        while (jvm.tell("property io.github.etl2jfr.agent.status").equals(before)) {
            assertThat(System.nanoTime() - start).as(before).isLessThan(30_000_000_000L);
            Thread.sleep(20);
        }
    }

    private static long id(FlightRecorderMXBean bean, String name) {
        return bean.getRecordings().stream()
                .filter(recording -> recording.getName().equals(name))
                .mapToLong(RecordingInfo::getId)
                .findAny()
                .orElseThrow();
    }

    private Path read(FlightRecorderMXBean bean, long recording, String name) throws IOException {
        Path file = directory.resolve(name);
        long stream = bean.openStream(recording, Map.of());
        try (var out = Files.newOutputStream(file)) {
            for (byte[] part = bean.readStream(stream); part != null; part = bean.readStream(stream)) {
                out.write(part);
            }
        }
        bean.closeStream(stream);
        bean.closeRecording(recording);
        return file;
    }
}
