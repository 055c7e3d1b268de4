package io.github.etl2jfr.agent.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;

@Name("windows.ThreadReady")
@Label("Ready")
@Description("A thread could run but has no processor: the scheduling latency")
@Category({"Operating System", "Windows", "Scheduler"})
@StackTrace(false)
@Registered(false)
class ThreadReady extends Event {
    @Label("Processor")
    @Description("Where it ran afterwards, -1 if unknown")
    int processor;

    @Label("Cause")
    @Description(
            "Readied, Preempted, QuantumEnd, Yielded or Started; compact traces do not distinguish the middle three")
    String cause;

    @Label("Readied By")
    @Description("The thread that made it ready, if it is one of this JVM")
    Thread readiedBy;

    @Label("Running Instead")
    @Description("The thread that held the processor it had lost, if it is one of this JVM")
    Thread runningInstead;

    @Label("Clipped")
    @Description("An edge of the trace cuts it off")
    boolean clipped;

    @Label("Thread Name")
    @Description("Name and id of the thread that was ready")
    String threadName;

    @Label("Readied By Name")
    @Description("Name and id of the thread that made it ready")
    String readiedByName;

    @Label("Running Instead Name")
    @Description("Name and id of the thread that held the processor it had lost")
    String runningInsteadName;
}
