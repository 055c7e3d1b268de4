package io.github.etl2jfr.agent;

import com.sun.management.ThreadMXBean;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.Events;
import io.github.etl2jfr.testing.GroupMasks;
import io.github.etl2jfr.testing.Kernel;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.ReadyThread;
import io.github.etl2jfr.testing.ThreadRecord;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/**
 * An application that an agent is in. It does what it is told, a line at a time, and answers each with a line; it also
 * writes the trace of its own threads, in its own clock, and what is to be found of it: type, id of the thread, start
 * and end.
 */
public final class TracedApplication {
    static final long STEP_NANOS = 60_000;
    static final int WORKERS = 3;
    static final int OTHER_THREAD = 5_000_000;
    static final int OTHER_PROCESS = 4_999_996;
    static final String OTHER_IMAGE = "other.exe";

    /** Name of the thread that gets the id of another. */
    static final String SUCCESSOR = "successor";

    /** A silenced agent's thread goes on once this system property is true. */
    static final String GOES_ON = "test.goes.on";

    private static final long FILETIME_OF_1970 = 116_444_736_000_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int USER_REQUEST = 6;

    private static final int MARKS = 20;

    private final List<Lane> lanes = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch endOfMortals = new CountDownLatch(1);
    private final AtomicInteger beats = new AtomicInteger();
    private final Map<String, Recording> recordings = new HashMap<>();
    private final List<Thread> mortals = new ArrayList<>();
    private final AtomicLong worked = new AtomicLong();
    private volatile Thread agentThread;
    private volatile long agentAllocated;
    private volatile long allocatedBefore;
    private long begin;
    private Instant beginInstant;

    /**
     * Whom the trace tells of.
     *
     * @param isReplaced in the middle of the trace, another thread gets its id
     */
    private record Lane(String name, int osThreadId, int processId, boolean isReplaced) {
        static Lane own(String name, int osThreadId) {
            return new Lane(name, osThreadId, (int) ProcessHandle.current().pid(), false);
        }
    }

    @Name("test.Beat")
    @StackTrace(false)
    static final class Beat extends Event {
        int number;
    }

    @Name("test.Filler")
    @StackTrace(false)
    static final class Filler extends Event {
        static final int BYTES = 40;

        // Texts would be constants, which do not count while a chunk grows.
        long first = Long.MIN_VALUE;
        long second = Long.MIN_VALUE;
        long third = Long.MIN_VALUE;
    }

    /** Its start lies between the two. */
    @Name("test.Mark")
    @StackTrace(false)
    static final class Mark extends Event {
        long before;
        long after;
    }

    private TracedApplication() {}

    /** Obeys until its input ends. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
        TracedApplication application = new TracedApplication();
        application.startThreads();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(application.obey(line.split(" ", -1)));
        }
        application.end.countDown();
    }

    private void startThreads() throws IOException, InterruptedException {
        for (int i = 0; i < WORKERS; i++) {
            start("worker-" + i, end);
        }
        addVmThread();
        Thread beating = new Thread(this::beat, "beating");
        beating.setDaemon(true);
        beating.start();
    }

    private Thread start(String name, CountDownLatch until) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    addSelf(name);
                    started.countDown();
                    await(until);
                },
                name);
        thread.setDaemon(true);
        thread.start();
        started.await();
        return thread;
    }

    private void addSelf(String name) {
        try {
            int self = OsThread.id();
            synchronized (lanes) {
                lanes.add(Lane.own(name, self));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void addVmThread() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                if (isVmThread(task)) {
                    lanes.add(Lane.own(
                            "VM Thread", Integer.parseInt(task.getFileName().toString())));
                }
            }
        }
    }

    private static boolean isVmThread(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip().equals("VM Thread");
        } catch (IOException e) {
            // Another thread, which has ended since it was listed.
            return false;
        }
    }

    private void beat() {
        while (end.getCount() > 0) {
            Beat beat = new Beat();
            beat.number = beats.get();
            beat.commit();
            beats.incrementAndGet();
            pause(1);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String obey(String[] words) throws Exception {
        switch (words[0]) {
            case "record" -> record(words[1], words.length > 2 ? Long.parseLong(words[2]) : 0);
            case "begin" -> {
                begin = System.nanoTime();
                beginInstant = Instant.now();
            }
            case "mark" -> mark();
            case "beats" -> {
                return Integer.toString(beats.get());
            }
            case "workers" -> {
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    start("more-" + i, end);
                }
            }
            case "others" -> addOthers(Integer.parseInt(words[1]));
            case "work" -> work();
            case "worked" -> {
                return Long.toString(worked.get());
            }
            case "watch" -> watchAgent();
            case "interrupt" -> interruptAgent();
            case "silence" -> silenceAgent();
            case "deafen" -> deafen(words[1]);
            case "allocated" -> {
                return Long.toString(allocatedByAgent());
            }
            case "thread" -> {
                return new Thread(() -> {}).getName();
            }
            case "mortals" -> startMortals();
            case "virtual" -> startVirtual();
            case "kill" -> {
                endOfMortals.countDown();
                for (Thread mortal : mortals) {
                    mortal.join();
                }
            }
            case "trace" -> {
                return words.length == 3
                        ? trace(Path.of(words[1]), Integer.parseInt(words[2]), STEP_NANOS, 2)
                        : trace(
                                Path.of(words[1]),
                                Integer.parseInt(words[2]),
                                Long.parseLong(words[3]),
                                Integer.parseInt(words[4]));
            }
            case "rotate" -> rotate(Integer.parseInt(words[1]));
            case "fill" -> fill(Integer.parseInt(words[1]));
            case "dump" -> {
                int before = beats.get();
                recordings.get(words[1]).dump(Path.of(words[2]));
                return Integer.toString(before);
            }
            case "close" -> recordings.remove(words[1]).close();
            case "property" -> {
                return System.getProperty(words[1], "none");
            }
            case "clear" -> System.clearProperty(words[1]);
            case "set" -> System.setProperty(words[1], words[2]);
            case "leftovers" -> {
                return leftovers();
            }
            default -> {
                return "what?";
            }
        }
        return "ok";
    }

    private void record(String name, long maxSize) throws Exception {
        Recording recording = new Recording(Configuration.getConfiguration("profile"));
        recording.setName(name);
        if (maxSize > 0) {
            recording.setMaxSize(maxSize);
        }
        recording.enable("windows.ContextSwitch");
        recording.start();
        recordings.put(name, recording);
        mark();
    }

    /** Any but the first may be a good one. */
    private static void mark() {
        for (int i = 0; i < MARKS; i++) {
            Mark mark = new Mark();
            mark.before = System.nanoTime();
            mark.begin();
            mark.after = System.nanoTime();
            mark.commit();
        }
    }

    /** Interrupts all threads of the agent, at any time and again and again. */
    private void interruptAgent() {
        Thread interrupting = new Thread(
                () -> {
                    while (end.getCount() > 0) {
                        Thread.getAllStackTraces().keySet().stream()
                                .filter(thread -> thread.getName().startsWith("etl2jfr "))
                                .forEach(Thread::interrupt);
                        pause(1);
                    }
                },
                "interrupting");
        interrupting.setDaemon(true);
        interrupting.start();
    }

    private void startMortals() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            mortals.add(start("mortal-" + i, endOfMortals));
        }
    }

    /** Threads of another process, one without a name of its own, one that is replaced. */
    private void addOthers(int count) {
        synchronized (lanes) {
            for (int i = 0; i < count; i++) {
                lanes.add(
                        new Lane(i == 0 ? "" : "other-" + i, OTHER_THREAD + 4 + 4 * i, OTHER_PROCESS, i == count - 1));
            }
        }
    }

    /** A virtual thread that stays, and the platform thread that ran it. */
    private void startVirtual() throws ReflectiveOperationException, InterruptedException {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        CountDownLatch started = new CountDownLatch(1);
        Runnable task = () -> {
            addSelf("carrier");
            started.countDown();
            await(end);
        };
        start.invoke(null, task);
        started.await();
    }

    /** Takes down what the agent's thread has allocated whenever it says something: when it begins, and last of all. */
    @SuppressWarnings("SystemOut")
    private void watchAgent() {
        System.setErr(new PrintStream(System.err, true) {
            @Override
            public void println(String line) {
                if (Thread.currentThread().getName().equals("etl2jfr agent")) {
                    agentThread = Thread.currentThread();
                    agentAllocated = allocated(agentThread);
                    if (line.contains("goes into this JVM's recording")) {
                        allocatedBefore = agentAllocated;
                    }
                }
                super.println(line);
            }
        });
    }

    /** The agent's thread is stuck from when it says something on, until the standard error is there again. */
    @SuppressWarnings("SystemOut")
    private static void silenceAgent() {
        PrintStream err = System.err;
        System.setErr(new PrintStream(err, true) {
            @Override
            public void println(String line) {
                while (Thread.currentThread().getName().equals("etl2jfr agent") && !Boolean.getBoolean(GOES_ON)) {
                    pause(20);
                }
                super.println(line);
            }
        });
    }

    /** Nobody hears what is said on the standard error: there is none, or it fails. */
    @SuppressWarnings("SystemOut")
    private static void deafen(String how) {
        System.setErr(
                how.equals("none")
                        ? null
                        : new PrintStream(System.err, true) {
                            @Override
                            public void println(String line) {
                                throw new IllegalStateException("closed");
                            }
                        });
    }

    /** By the agent's thread since it began to feed: so far, or, if it has ended, until it last said something. */
    private long allocatedByAgent() {
        return Math.max(allocated(agentThread), agentAllocated) - allocatedBefore;
    }

    /** Bytes, or -1 if the thread has ended. */
    private static long allocated(Thread thread) {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getThreadAllocatedBytes(thread.getId());
    }

    /** Is busy from now on. */
    private void work() {
        Thread thread = new Thread(
                () -> {
                    double sum = 0;
                    while (end.getCount() > 0) {
                        for (int i = 1; i < 1000; i++) {
                            sum += Math.sqrt(i + sum);
                        }
                        worked.incrementAndGet();
                    }
                },
                "busy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void fill(int bytes) {
        for (int i = 0; i < bytes / Filler.BYTES; i++) {
            new Filler().commit();
            if (i % 1000 == 0) {
                pause(10);
            }
        }
    }

    private static void rotate(int times) {
        for (int i = 0; i < times; i += 2) {
            // A chunk begins when it starts and when it ends.
            try (Recording other = new Recording()) {
                other.start();
            }
        }
    }

    private static String leftovers() {
        List<String> left = new ArrayList<>();
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("etl2jfr") || name.contains("JFR Event Stream"))
                .forEach(left::add);
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .map(type -> type.getName())
                .filter(name -> name.startsWith("windows."))
                .forEach(left::add);
        FlightRecorder.getFlightRecorder().getRecordings().stream()
                .map(recording -> "recording " + recording.getName())
                .forEach(left::add);
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.contains("etl2jfr"))
                .forEach(left::add);
        return left.toString();
    }

    /**
     * Each lane in turn is made ready, runs and waits; now and then for less than 20 us. Lanes and processors suffice if
     * both are more than 60 us in steps.
     */
    private String trace(Path file, int rounds, long stepNanos, int processors) throws IOException {
        List<Lane> all;
        synchronized (lanes) {
            all = List.copyOf(lanes);
        }
        long span = (rounds + 2) * stepNanos;
        while (System.nanoTime() < begin + span) {
            pause(1);
        }
        TraceOptions options = new TraceOptions()
                .processors(processors)
                .clock(Clock.QPC, NANOS_PER_SECOND)
                .start(
                        begin,
                        FILETIME_OF_1970 + beginInstant.getEpochSecond() * 10_000_000 + beginInstant.getNano() / 100);
        Path unfinished = Path.of(file + ".unfinished");
        Path expected = Path.of(file + ".expected");
        try (FileChannel channel =
                        FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                TraceBuilder trace = TraceBuilder.to(options, channel);
                PrintWriter truth = new PrintWriter(Files.newBufferedWriter(expected))) {
            writeIdentities(trace, all);
            writeRounds(trace, all, rounds, stepNanos, truth);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        StringBuilder told = new StringBuilder();
        all.forEach(lane -> told.append(lane.osThreadId())
                .append('=')
                .append(lane.name().replace(' ', '_'))
                .append(' '));
        return told.toString().strip();
    }

    private void writeIdentities(TraceBuilder trace, List<Lane> all) {
        Events events = trace.options().events();
        trace.append(
                0,
                events.groupMasks(
                        begin,
                        GroupMasks.atRundown()
                                .processes()
                                .threads()
                                .readyThreads()
                                .contextSwitches()));
        process(trace, (int) ProcessHandle.current().pid(), "java.exe");
        process(trace, OTHER_PROCESS, OTHER_IMAGE);
        for (Lane lane : all) {
            thread(trace, lane.processId(), lane.osThreadId(), lane.name());
        }
        thread(trace, OTHER_PROCESS, OTHER_THREAD, "");
    }

    private void process(TraceBuilder trace, int processId, String image) {
        Events events = trace.options().events();
        trace.append(
                0,
                events.process(
                        begin,
                        0,
                        0,
                        ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                                .version(events.processVersion())
                                .processId(processId)
                                .image(image)));
    }

    private void thread(TraceBuilder trace, int processId, int threadId, String name) {
        thread(trace, 0, begin, ThreadRecord.Kind.RUNDOWN_AT_START, processId, threadId, name);
    }

    private static void thread(
            TraceBuilder trace, int cpu, long time, ThreadRecord.Kind kind, int processId, int threadId, String name) {
        Events events = trace.options().events();
        trace.append(
                cpu,
                events.thread(
                        time,
                        0,
                        0,
                        ThreadRecord.of(kind)
                                .version(events.threadVersion())
                                .processId(processId)
                                .threadId(threadId)
                                .name(name)));
    }

    private void writeRounds(TraceBuilder trace, List<Lane> all, int rounds, long stepNanos, PrintWriter truth) {
        Events events = trace.options().events();
        Map<Lane, AtomicLong> left = new HashMap<>();
        for (int round = 0; round < rounds; round++) {
            int cpu = round % trace.options().processors();
            Lane lane = all.get(round % all.size());
            int id = lane.osThreadId();
            long ready = begin + (round + 1) * stepNanos;
            long in = ready + (round % 10 == 8 ? 5_000 : 21_000 + round % 7 * 1000 + round % 3);
            long out = in + (round % 10 == 9 ? 5_000 : 25_000 + round % 5 * 1000 + round % 13);
            long readySince = ready;
            if (lane.isReplaced() && round - all.size() < rounds / 2 && round >= rounds / 2) {
                int process = lane.processId();
                thread(trace, cpu, ready - 2000, ThreadRecord.Kind.END, process, id, lane.name());
                thread(trace, cpu, ready - 1000, ThreadRecord.Kind.START, process, id, SUCCESSOR);
                readySince = ready - 1000;
                // That it waited to its end is no slice: nothing ends it.
                left.remove(lane);
            }
            int readiedBy = lane.processId() == OTHER_PROCESS ? all.get(0).osThreadId() : OTHER_THREAD;
            trace.append(cpu, events.readyThread(ready, readiedBy, new ReadyThread().threadId(id)));
            trace.append(
                    cpu, events.contextSwitch(in, new ContextSwitch().oldIdle(1).newThread(id, 9)));
            boolean isDisplaced = round % 3 == 0;
            trace.append(
                    cpu,
                    events.contextSwitch(
                            out,
                            new ContextSwitch()
                                    .oldThread(id, 9)
                                    .waiting(USER_REQUEST)
                                    .waitMode(1)
                                    .newThread(isDisplaced ? OTHER_THREAD : 0, isDisplaced ? 8 : 0)));
            if (isDisplaced) {
                trace.append(
                        cpu,
                        events.contextSwitch(
                                out + 500,
                                new ContextSwitch()
                                        .oldThread(OTHER_THREAD, 8)
                                        .state(Kernel.WAITING)
                                        .newThread(0, 0)));
            }
            AtomicLong since = left.get(lane);
            if (since != null) {
                tell(truth, "ThreadWaiting", id, since.get(), ready);
            }
            left.computeIfAbsent(lane, any -> new AtomicLong()).set(out);
            tell(truth, "ThreadReady", id, readySince, in);
            tell(truth, "ThreadRunning", id, in, out);
        }
    }

    private static void tell(PrintWriter truth, String type, int id, long start, long end) {
        truth.println(type + " " + id + " " + start + " " + end);
    }
}
