package io.github.etl2jfr.agent.live;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * The event types as public API can write them: with a second field {@code eventThread}, since the first always
 * is the thread that commits. Mission Control puts an event on the lane of the second; the JDK's own tools
 * show the first, and {@code threadName} tells better.
 */
final class PublicEvents {
    private PublicEvents() {}

    @Name("windows.ThreadRunning")
    @Label("Running")
    @Description("A thread runs")
    static final class Running extends ThreadRunning {
        @Name("eventThread")
        @Label("Event Thread")
        Thread lane;
    }

    @Name("windows.ThreadReady")
    @Label("Ready")
    @Description("A thread could run but has no processor: the scheduling latency")
    static final class Ready extends ThreadReady {
        @Name("eventThread")
        @Label("Event Thread")
        Thread lane;
    }

    @Name("windows.ThreadWaiting")
    @Label("Waiting")
    @Description("A thread waits")
    static final class Waiting extends ThreadWaiting {
        @Name("eventThread")
        @Label("Event Thread")
        Thread lane;
    }

    @Name("windows.ContextSwitch")
    @Label("Context Switch")
    @Description("A thread leaves a processor and another takes its place")
    static final class Switch extends ContextSwitch {
        @Name("eventThread")
        @Label("Event Thread")
        Thread lane;
    }

    @Name("windows.ThreadProfile")
    @Label("Thread Profile")
    @Description("What Windows' thread profiling says of a thread (PERFORMANCE_DATA)")
    static final class Profile extends ThreadProfile {
        @Name("eventThread")
        @Label("Event Thread")
        Thread lane;
    }

    @Name("windows.AgentSelfTest")
    @Label("Agent Self-Test")
    @Description("Written to see whether slices of threads can be; means nothing else")
    static final class Test extends TestSlice {
        @Name("eventThread")
        @Label("Event Thread")
        Thread lane;
    }
}
