package io.github.etl2jfr.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A trace of any length from a seed: a small scheduler runs made-up threads on the trace's processors and writes what
 * happens to a {@link TraceBuilder}, and beside it to a {@link SchedulerTruth}.
 *
 * <p>The scheduler is consistent rather than clever. A waking thread is readied by whoever runs on some processor, goes
 * to an idle processor if there is one, else preempts the lowest priority if that is lower than its own. A running
 * thread waits for a while, is preempted, uses up its quantum, starts a thread or ends. Ended threads' ids are used
 * again, for threads and processes alike. No two things happen at the same time, though a {@linkplain #clockStep coarse
 * clock} gives the same time to many.
 *
 * <p>Everything is written as it happens; memory depends on the numbers of processors and threads only.
 */
public final class SyntheticTrace {
    private final long seed;
    private int threads = 100;
    private int processes = 8;
    private long switches = 100_000;
    private SwitchForm form = SwitchForm.EVENTS;
    private boolean readyEvents = true;
    private boolean readyEventsNameWaker;
    private boolean rundownAtStart = true;
    private boolean rundownAtEnd = true;
    private int churnPerMille = 2;
    private long clockStep = 1;

    public SyntheticTrace(long seed) {
        this.seed = seed;
    }

    /** Threads at the start, and about as many all along. */
    public SyntheticTrace threads(int newThreads) {
        threads = newThreads;
        return this;
    }

    /** Processes at the start. */
    public SyntheticTrace processes(int newProcesses) {
        processes = newProcesses;
        return this;
    }

    /** Switches on all processors together. */
    public SyntheticTrace switches(long newSwitches) {
        switches = newSwitches;
        return this;
    }

    public SyntheticTrace form(SwitchForm newForm) {
        form = newForm;
        return this;
    }

    /** The session did not log ReadyThread events; the truth still hears of them. */
    public SyntheticTrace withoutReadyEvents() {
        readyEvents = false;
        return this;
    }

    /** ReadyThread events come in a header that names the waker. */
    public SyntheticTrace readyEventsNameWaker() {
        readyEventsNameWaker = true;
        return this;
    }

    public SyntheticTrace withoutRundownAtStart() {
        rundownAtStart = false;
        return this;
    }

    public SyntheticTrace withoutRundownAtEnd() {
        rundownAtEnd = false;
        return this;
    }

    /** In how many of a thousand runs the running thread starts another or ends. */
    public SyntheticTrace churnPerMille(int newChurnPerMille) {
        churnPerMille = newChurnPerMille;
        return this;
    }

    /** The clock stands still, and then leaps by so many ticks. */
    public SyntheticTrace clockStep(long newClockStep) {
        clockStep = newClockStep;
        return this;
    }

    /** Appends the whole simulation to a trace, which stays open. Its options give the processors and the build. */
    public void writeTo(TraceBuilder trace, SchedulerTruth truth) {
        new Simulation(trace, truth).run();
    }

    /** The trace, and nobody who wants the truth. */
    public byte[] toTrace(TraceOptions options) {
        return toTrace(options, SchedulerTruth.IGNORED);
    }

    public byte[] toTrace(TraceOptions options, SchedulerTruth truth) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        writeTo(trace.builder(), truth);
        return trace.finish();
    }

    private static final class SimulatedProcess {
        final int id;
        final int parentId;
        final String image;
        int threads;

        SimulatedProcess(int id, int parentId, String image) {
            this.id = id;
            this.parentId = parentId;
            this.image = image;
        }
    }

    private static final class SimulatedThread implements Comparable<SimulatedThread> {
        final int id;
        final SimulatedProcess process;
        final String name;
        final int basePriority;
        int priority;
        long readySince;
        long wakeTime;
        int place;

        SimulatedThread(int id, SimulatedProcess process, String name, int basePriority) {
            this.id = id;
            this.process = process;
            this.name = name;
            this.basePriority = basePriority;
            priority = basePriority;
        }

        @Override
        public int compareTo(SimulatedThread other) {
            return Long.compare(wakeTime, other.wakeTime);
        }
    }

    private static final class Processor {
        final int number;
        /** Null while idle. */
        SimulatedThread running;

        long nextDecision = NEVER;
        boolean preempted;

        Processor(int number) {
            this.number = number;
        }

        int runningId() {
            return running == null ? 0 : running.id;
        }

        int priority() {
            return running == null ? -1 : running.priority;
        }
    }

    private static final long NEVER = Long.MAX_VALUE;
    private static final int PRIORITIES = 32;
    private static final int HIGHEST_DYNAMIC_PRIORITY = 15;
    private static final int SYSTEM_PROCESS = 4;
    private static final int STANDBY = 3;
    private static final int DEFERRED_READY = 7;

    /** One run. */
    private final class Simulation {
        private final TraceBuilder trace;
        private final TraceOptions options;
        private final Events events;
        private final SwitchWriter switchWriter;
        private final SchedulerTruth truth;
        private final SplittableRandom random = new SplittableRandom(seed);

        private final Processor[] processors;
        private final List<SimulatedProcess> liveProcesses = new ArrayList<>();
        private final List<SimulatedThread> liveThreads = new ArrayList<>();
        private final PriorityQueue<SimulatedThread> sleeping = new PriorityQueue<>();
        private final List<ArrayDeque<SimulatedThread>> ready = new ArrayList<>();
        private int readyPriorities;

        private final ArrayDeque<Integer> freeIds = new ArrayDeque<>();
        private int nextId = 2 * SYSTEM_PROCESS;
        private int threadNames;
        private int imageNames;

        private final int waitReasons;
        private final long timerTick;
        private final long meanRun;
        private final long meanWait;
        private long now;
        private long switchesDone;

        private final ContextSwitch contextSwitch = new ContextSwitch();
        private final ReadyThread readyThread = new ReadyThread();
        private final EventBytes event = EventBytes.of(HeaderType.PERFINFO64, 0);
        private final HeaderType readyHeader;

        Simulation(TraceBuilder trace, SchedulerTruth truth) {
            this.trace = trace;
            this.truth = truth;
            options = trace.options();
            events = options.events();
            switchWriter = new SwitchWriter(trace, form);
            readyHeader = readyEventsNameWaker
                    ? HeaderType.compact(options.pointerSize)
                    : HeaderType.perfInfo(options.pointerSize);
            processors = new Processor[options.processors];
            for (int i = 0; i < processors.length; i++) {
                processors[i] = new Processor(i);
            }
            for (int i = 0; i < PRIORITIES; i++) {
                ready.add(new ArrayDeque<>());
            }
            waitReasons = Kernel.maximumWaitReason(options.build);
            timerTick = Math.max(1, options.timerResolution * options.frequency / 10_000_000);
            // Runs of 0.1 ms, and waits that leave the processors idle for part of the time.
            meanRun = Math.max(10, options.frequency / 10_000);
            meanWait = Math.max(meanRun, 3 * meanRun * threads / processors.length);
        }

        void run() {
            now = options.startTicks;
            logGroups();
            populate();
            while (switchesDone < switches) {
                step();
            }
            finish();
        }

        private void logGroups() {
            GroupMasks groups = GroupMasks.atRundown().processes().threads();
            if (form.isCompact()) {
                groups.compactContextSwitches();
            } else {
                groups.contextSwitches();
            }
            if (readyEvents) {
                groups.readyThreads();
            }
            trace.append(0, events.groupMasks(clock(), groups));
        }

        /** The first processes and threads; some run already, the others wait. */
        private void populate() {
            SimulatedProcess idle = new SimulatedProcess(0, 0, "Idle");
            if (rundownAtStart) {
                logProcess(ProcessRecord.Kind.RUNDOWN_AT_START, 0, 0, idle);
                logIdleThreads(ThreadRecord.Kind.RUNDOWN_AT_START);
            }
            for (int i = 0; i < processes; i++) {
                SimulatedProcess process = i == 0
                        ? new SimulatedProcess(SYSTEM_PROCESS, 0, "System")
                        : new SimulatedProcess(takeId(), SYSTEM_PROCESS, image());
                liveProcesses.add(process);
                truth.processStart(clock(), process.id, process.image);
                if (rundownAtStart) {
                    logProcess(ProcessRecord.Kind.RUNDOWN_AT_START, 0, 0, process);
                }
            }
            for (int i = 0; i < threads; i++) {
                SimulatedThread thread = newThread(liveProcesses.get(i % processes));
                truth.threadStart(clock(), thread.id, thread.process.id, thread.name);
                if (rundownAtStart) {
                    logThread(ThreadRecord.Kind.RUNDOWN_AT_START, 0, 0, 0, thread, thread.name);
                }
                if (i < processors.length && i < threads / 2) {
                    processors[i].running = thread;
                    processors[i].nextDecision = now + runLength();
                } else {
                    sleep(thread);
                }
            }
        }

        private void finish() {
            now++;
            for (Processor processor : processors) {
                switchWriter.log(processor.number, clock());
            }
            if (!rundownAtEnd) {
                return;
            }
            SimulatedProcess idle = new SimulatedProcess(0, 0, "Idle");
            logProcess(ProcessRecord.Kind.RUNDOWN_AT_END, 0, 0, idle);
            logIdleThreads(ThreadRecord.Kind.RUNDOWN_AT_END);
            SimulatedThread delegate = new SimulatedThread(takeId(), idle, "DPC Delegate Thread", 16);
            logThread(ThreadRecord.Kind.RUNDOWN_AT_END, 0, 0, 0, delegate, delegate.name);
            for (SimulatedProcess process : liveProcesses) {
                logProcess(ProcessRecord.Kind.RUNDOWN_AT_END, 0, 0, process);
            }
            for (SimulatedThread thread : liveThreads) {
                logThread(ThreadRecord.Kind.RUNDOWN_AT_END, 0, 0, 0, thread, thread.name);
            }
        }

        /** The next thing that happens: a thread wakes, or a processor decides what to do. */
        private void step() {
            Processor next = processors[0];
            for (Processor processor : processors) {
                if (processor.nextDecision < next.nextDecision) {
                    next = processor;
                }
            }
            SimulatedThread first = sleeping.peek();
            if (first != null && first.wakeTime <= next.nextDecision) {
                advance(first.wakeTime);
                wake(sleeping.remove());
            } else {
                advance(next.nextDecision);
                decide(next);
            }
        }

        private void advance(long time) {
            now = Math.max(time, now + 1);
        }

        /** What the clock shows now. */
        private long clock() {
            return now - (now - options.startTicks) % clockStep;
        }

        private void wake(SimulatedThread thread) {
            Processor processor = processors[random.nextInt(processors.length)];
            int increment = random.nextInt(3);
            if (thread.basePriority <= HIGHEST_DYNAMIC_PRIORITY) {
                thread.priority = Math.min(HIGHEST_DYNAMIC_PRIORITY, thread.basePriority + increment);
            }
            boolean byDpc = processor.running == null || random.nextInt(8) == 0;
            if (readyEvents) {
                readyThread.threadId(thread.id).adjustIncrement(increment).flags(byDpc ? ReadyThread.EXECUTING_DPC : 0);
                event.reset(readyHeader, readyThread)
                        .threadId(processor.runningId())
                        .processId(processor.running == null ? 0 : processor.running.process.id)
                        .time(clock());
                trace.append(processor.number, event);
            }
            truth.ready(clock(), processor.number, byDpc ? 0 : processor.runningId(), thread.id);
            makeReady(thread, false);
        }

        /** Queues a thread and finds a processor for it: an idle one, or that of the lowest priority. */
        private void makeReady(SimulatedThread thread, boolean first) {
            thread.readySince = now;
            enqueue(thread, first);
            Processor lowest = processors[0];
            for (Processor processor : processors) {
                if (processor.running == null && processor.nextDecision == NEVER) {
                    processor.nextDecision = now + 1 + random.nextLong(1 + meanRun / 20);
                    return;
                }
                if (processor.priority() < lowest.priority()) {
                    lowest = processor;
                }
            }
            if (lowest.priority() < thread.priority) {
                lowest.preempted = true;
                lowest.nextDecision = Math.min(lowest.nextDecision, now + 1 + random.nextLong(1 + meanRun / 20));
            }
        }

        private void enqueue(SimulatedThread thread, boolean first) {
            ArrayDeque<SimulatedThread> queue = ready.get(thread.priority);
            if (first) {
                queue.addFirst(thread);
            } else {
                queue.addLast(thread);
            }
            readyPriorities |= 1 << thread.priority;
        }

        /** The highest priority of a ready thread, -1 if there is none. */
        private int readyPriority() {
            return PRIORITIES - 1 - Integer.numberOfLeadingZeros(readyPriorities);
        }

        /** The ready thread to run next, null if there is none. */
        private SimulatedThread takeReady() {
            if (readyPriorities == 0) {
                return null;
            }
            int priority = readyPriority();
            SimulatedThread thread = ready.get(priority).removeFirst();
            if (ready.get(priority).isEmpty()) {
                readyPriorities &= ~(1 << priority);
            }
            return thread;
        }

        private void decide(Processor processor) {
            SimulatedThread thread = processor.running;
            boolean preempted = processor.preempted;
            processor.preempted = false;
            if (thread == null) {
                if (readyPriorities == 0) {
                    processor.nextDecision = NEVER;
                } else {
                    switchTo(processor, takeReady(), Kernel.RUNNING, 0);
                }
                return;
            }
            if (preempted) {
                if (readyPriority() > thread.priority) {
                    preempt(processor, random.nextBoolean() ? Kernel.WR_PREEMPTED : Kernel.WR_DISPATCH_INT, true);
                } else {
                    processor.nextDecision = now + runLength();
                }
                return;
            }
            if (random.nextInt(1000) < churnPerMille) {
                boolean starts = random.nextInt(4) != 0 == liveThreads.size() < threads;
                if (starts || liveThreads.size() <= processors.length + 1) {
                    startThread(processor);
                    processor.nextDecision = now + runLength();
                } else {
                    endThread(processor);
                }
            } else if (random.nextInt(4) == 0) {
                if (readyPriority() >= thread.priority) {
                    preempt(processor, Kernel.WR_QUANTUM_END, false);
                } else {
                    processor.nextDecision = now + runLength();
                }
            } else {
                int reason = random.nextInt(waitReasons);
                switchTo(processor, takeReady(), Kernel.WAITING, reason);
                thread.priority = Math.max(thread.basePriority, thread.priority - 1);
                sleep(thread);
            }
        }

        /** The running thread has to let another run, and is ready again at once. */
        private void preempt(Processor processor, int reason, boolean first) {
            SimulatedThread thread = processor.running;
            SimulatedThread next = takeReady();
            int state = Kernel.READY;
            if (random.nextInt(64) == 0) {
                state = random.nextBoolean() ? STANDBY : DEFERRED_READY;
            }
            switchTo(processor, next, state, reason);
            makeReady(thread, first);
        }

        private void sleep(SimulatedThread thread) {
            long length = random.nextLong(2 * meanWait);
            if (random.nextInt(500) == 0) {
                length *= 100;
            }
            thread.wakeTime = now + 1 + length;
            sleeping.add(thread);
        }

        /** Mostly short; some so long that a compact packet needs its full form. */
        private long runLength() {
            long length = 1 + random.nextLong(2 * meanRun);
            return random.nextInt(250) == 0 ? length * 300 : length;
        }

        private void switchTo(Processor processor, SimulatedThread next, int state, int reason) {
            SimulatedThread old = processor.running;
            int oldId = processor.runningId();
            int oldPriority = old == null ? 0 : old.priority;
            int newId = next == null ? 0 : next.id;
            int newPriority = next == null ? 0 : next.priority;
            int waitTicks = next == null ? 0 : (int) ((now - next.readySince) / timerTick);
            contextSwitch
                    .oldThread(oldId, oldPriority)
                    .newThread(newId, newPriority)
                    .state(state)
                    .waitReason(reason)
                    .waitMode(old == null ? 0 : random.nextInt(2))
                    .cState(old == null ? random.nextInt(4) : 0)
                    .idealProcessor(processor.number)
                    .newWaitTicks(waitTicks)
                    .quantum(random.nextInt(1000));
            switchWriter.write(processor.number, clock(), contextSwitch, old == null ? 0 : old.basePriority);
            truth.eventFields(
                    contextSwitch.waitReason,
                    contextSwitch.waitMode,
                    contextSwitch.cState,
                    contextSwitch.idealProcessor,
                    contextSwitch.quantum);
            truth.contextSwitch(
                    clock(),
                    processor.number,
                    oldId,
                    newId,
                    oldPriority,
                    newPriority,
                    state,
                    state == Kernel.WAITING ? reason : -1,
                    waitTicks);
            processor.running = next;
            processor.nextDecision = next == null ? NEVER : now + runLength();
            switchesDone++;
        }

        private void startThread(Processor processor) {
            SimulatedThread creator = processor.running;
            SimulatedProcess process = creator.process;
            if (random.nextInt(8) == 0) {
                process = new SimulatedProcess(takeId(), creator.process.id, image());
                liveProcesses.add(process);
                truth.processStart(clock(), process.id, process.image);
                logProcess(ProcessRecord.Kind.START, processor.number, creator.id, process);
            }
            SimulatedThread thread = newThread(process);
            boolean namedLater = !thread.name.isEmpty() && random.nextBoolean();
            truth.threadStart(clock(), thread.id, process.id, thread.name);
            logThread(
                    ThreadRecord.Kind.START,
                    processor.number,
                    creator.id,
                    creator.process.id,
                    thread,
                    namedLater ? "" : thread.name);
            if (namedLater) {
                ThreadName name = new ThreadName(process.id, thread.id, thread.name);
                trace.append(processor.number, events.threadName(clock(), creator.id, creator.process.id, name));
            }
            makeReady(thread, false);
        }

        private void endThread(Processor processor) {
            SimulatedThread thread = processor.running;
            SimulatedProcess process = thread.process;
            truth.threadEnd(clock(), thread.id, process.id);
            logThread(ThreadRecord.Kind.END, processor.number, thread.id, process.id, thread, thread.name);
            removeThread(thread);
            boolean last = process.threads == 0 && process.id != SYSTEM_PROCESS;
            if (last) {
                truth.processEnd(clock(), process.id);
                logProcess(ProcessRecord.Kind.END, processor.number, thread.id, process);
                liveProcesses.remove(process);
            }
            advance(now + 1);
            switchTo(processor, takeReady(), Kernel.TERMINATED, Kernel.WR_TERMINATED);
            freeIds.addLast(thread.id);
            if (last) {
                freeIds.addLast(process.id);
            }
        }

        private SimulatedThread newThread(SimulatedProcess process) {
            boolean named = events.namesThreads() && random.nextInt(3) == 0;
            int basePriority = random.nextInt(16) == 0 ? 16 + random.nextInt(8) : 4 + random.nextInt(10);
            SimulatedThread thread =
                    new SimulatedThread(takeId(), process, named ? "worker-" + threadNames++ : "", basePriority);
            process.threads++;
            thread.place = liveThreads.size();
            liveThreads.add(thread);
            return thread;
        }

        private void removeThread(SimulatedThread thread) {
            thread.process.threads--;
            SimulatedThread last = liveThreads.remove(liveThreads.size() - 1);
            if (last != thread) {
                liveThreads.set(thread.place, last);
                last.place = thread.place;
            }
        }

        private int takeId() {
            if (!freeIds.isEmpty() && random.nextBoolean()) {
                return freeIds.removeLast();
            }
            int id = nextId;
            nextId += 4;
            return id;
        }

        private String image() {
            return "app" + imageNames++ + ".exe";
        }

        private void logIdleThreads(ThreadRecord.Kind kind) {
            SimulatedProcess idle = new SimulatedProcess(0, 0, "Idle");
            for (int i = 0; i < processors.length; i++) {
                logThread(kind, 0, 0, 0, new SimulatedThread(0, idle, "", 0), "");
            }
        }

        private void logThread(
                ThreadRecord.Kind kind,
                int processor,
                int loggingThreadId,
                int loggingProcessId,
                SimulatedThread thread,
                String name) {
            ThreadRecord threadRecord = ThreadRecord.of(kind)
                    .version(events.threadVersion())
                    .threadId(thread.id)
                    .processId(thread.process.id)
                    .basePriority(thread.basePriority)
                    .name(events.namesThreads() ? name : null);
            trace.append(processor, events.thread(clock(), loggingThreadId, loggingProcessId, threadRecord));
        }

        private void logProcess(ProcessRecord.Kind kind, int processor, int loggingThreadId, SimulatedProcess process) {
            ProcessRecord processRecord = ProcessRecord.of(kind)
                    .version(events.processVersion())
                    .processId(process.id)
                    .parentId(process.parentId)
                    .image(process.image)
                    .commandLine(process.image);
            trace.append(processor, events.process(clock(), loggingThreadId, 0, processRecord));
        }
    }
}
