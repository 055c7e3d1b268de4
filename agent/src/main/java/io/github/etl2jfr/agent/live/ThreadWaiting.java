package io.github.etl2jfr.agent.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;

@Name("windows.ThreadWaiting")
@Label("Waiting")
@Description("A thread waits")
@Category({"Operating System", "Windows", "Scheduler"})
@StackTrace(false)
@Registered(false)
class ThreadWaiting extends Event {
    @Label("Processor")
    @Description("The one it left, -1 if unknown")
    int processor;

    @Label("Wait Reason")
    @Description("What the thread waits for")
    String waitReason;

    @Label("Wait Mode")
    @Description("On whose behalf the thread waits")
    String waitMode;

    @Label("Readied By")
    @Description("The thread that ended the wait, if it is one of this JVM")
    Thread readiedBy;

    @Label("Clipped")
    @Description("An edge of the trace cuts it off")
    boolean clipped;

    @Label("Thread Name")
    @Description("Name and id of the thread that waited")
    String threadName;

    @Label("Readied By Name")
    @Description("Name and id of the thread that ended the wait")
    String readiedByName;
}
