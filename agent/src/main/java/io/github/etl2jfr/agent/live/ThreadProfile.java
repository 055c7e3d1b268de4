package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.kernel.PerformanceData;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Unsigned;

@Name("windows.ThreadProfile")
@Label("Thread Profile")
@Description("What Windows' thread profiling says of a thread (PERFORMANCE_DATA)")
@Category({"Operating System", "Windows", "Scheduler"})
@StackTrace(false)
@Registered(false)
class ThreadProfile extends Event {
    @Label("Context Switches")
    @Description("Since profiling was enabled")
    int contextSwitchCount;

    @Label("Wait Reason Bit Map")
    @Description("Bit n: a switch since the last profile had wait reason n")
    @Unsigned
    long waitReasonBitMap;

    @Label("Wait Reasons")
    @Description("Their names")
    String waitReasons;

    @Label("Cycle Time")
    @Description("Processor cycles the thread used since profiling was enabled, -1 if it was not the thread that read")
    long cycleTime;

    @Label("Retries")
    @Description("How often the read was repeated because of a switch in between")
    int retryCount;

    @Label("Hardware Counters")
    @Description("Index=value pairs, if it was the thread itself that read")
    String hardwareCounters;

    @Label("Thread Name")
    @Description("Name and id of the thread that was profiled")
    String threadName;

    final void set(String name, PerformanceData data) {
        contextSwitchCount = data.contextSwitchCount();
        waitReasonBitMap = data.waitReasonBitMap();
        waitReasons = data.waitReasons();
        cycleTime = data.cycleTime();
        retryCount = data.retryCount();
        hardwareCounters = data.hardwareCounterValues();
        threadName = name;
    }
}
