package io.github.etl2jfr.agent.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;

@Name("windows.ThreadRunning")
@Label("Running")
@Description("A thread runs")
@Category({"Operating System", "Windows", "Scheduler"})
@StackTrace(false)
@Registered(false)
class ThreadRunning extends Event {
    @Label("Processor")
    @Description("Where it runs")
    int processor;

    @Label("Priority")
    @Description("0 to 31, as the thread left the processor; -1 if unknown")
    short priority;

    @Label("End State")
    @Description("State in which the thread left the processor")
    String endState;

    @Label("Wait Reason")
    @Description("What the thread waits for afterwards, or why it lost the processor")
    String waitReason;

    @Label("Next Thread")
    @Description("The thread that ran there afterwards, if it is one of this JVM")
    Thread nextThread;

    @Label("Clipped")
    @Description("An edge of the trace cuts it off")
    boolean clipped;

    @Label("Thread Name")
    @Description("Name and id of the thread that ran")
    String threadName;

    @Label("Next Thread Name")
    @Description("Name and id of the thread that ran there afterwards")
    String nextThreadName;
}
