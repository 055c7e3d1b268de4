package io.github.etl2jfr.agent.live;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;

/**
 * What {@link SelfTest} writes: a field of every kind that slices have. A type of its own, as a recording
 * that runs already gets to see it.
 */
@Name("windows.AgentSelfTest")
@Label("Agent Self-Test")
@Description("Written to see whether slices of threads can be; means nothing else")
@Category({"Operating System", "Windows"})
@StackTrace(false)
@Enabled(false)
@Registered(false)
class TestSlice extends Event {
    @Label("Thread")
    Thread thread;

    @Label("Other Thread")
    Thread otherThread;

    @Label("Text")
    String text;

    @Label("Number")
    int number;

    @Label("Small Number")
    short smallNumber;

    @Label("Large Number")
    long largeNumber;

    @Label("Flag")
    boolean flag;
}
