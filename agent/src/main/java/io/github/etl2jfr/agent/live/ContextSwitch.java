package io.github.etl2jfr.agent.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Off unless asked for: the slices tell nearly the same, and the size of a running recording is bounded. */
@Name("windows.ContextSwitch")
@Label("Context Switch")
@Description("A thread leaves a processor and another takes its place")
@Category({"Operating System", "Windows", "Scheduler"})
@StackTrace(false)
@Enabled(false)
@Registered(false)
class ContextSwitch extends Event {
    @Label("Processor")
    @Description("Where this happens")
    int processor;

    @Label("New Thread")
    @Description("The thread that ran next, if it is one of this JVM")
    Thread newThread;

    @Label("Old Thread Priority")
    @Description("0 to 31, -1 if unknown")
    short oldThreadPriority;

    @Label("New Thread Priority")
    @Description("0 to 31, -1 if unknown")
    short newThreadPriority;

    @Label("Old Thread State")
    @Description("State in which the thread left the processor")
    String oldThreadState;

    @Label("Wait Reason")
    @Description("What the thread waits for, or why it lost the processor although it could have gone on")
    String waitReason;

    @Label("Wait Mode")
    @Description("On whose behalf the thread waits")
    String waitMode;

    @Label("New Thread Wait Time")
    @Description("How long the new thread had not run, in whole timer ticks")
    @Timespan(Timespan.NANOSECONDS)
    long newThreadWaitTime;

    @Label("Previous C-State")
    @Description("Idle state the processor left, -1 if it was not idle, or unknown")
    short previousCState;

    @Label("Ideal Processor")
    @Description("Of the old thread, -1 if unknown")
    short idealProcessor;

    @Label("Remaining Quantum")
    @Description("Of the old thread, -1 if unknown")
    int remainingQuantum;

    @Label("Thread Name")
    @Description("Name and id of the thread switched out")
    String threadName;

    @Label("New Thread Name")
    @Description("Name and id of the thread that ran next")
    String newThreadName;
}
