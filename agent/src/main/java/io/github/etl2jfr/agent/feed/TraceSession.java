package io.github.etl2jfr.agent.feed;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;

/** The converter's type of this name, and what the agent did. */
@Name("windows.TraceSession")
@Label("Trace Session")
@Description("The kernel trace whose slices are in this chunk of the recording")
@Category({"Operating System", "Windows"})
@StackTrace(false)
@Period("endChunk")
@Registered(false)
final class TraceSession extends Event {
    @Label("File")
    @Description("Name of the trace file")
    String file;

    @Label("Logger Name")
    @Description("Name of the session that recorded it")
    String loggerName;

    @Label("OS Build")
    @Description("Build number of Windows")
    int osBuild;

    @Label("OS Version")
    @Description("Version of Windows")
    String osVersion;

    @Label("Processors")
    @Description("How many the machine had")
    int processors;

    @Label("Processor Speed (MHz)")
    @Description("Nominal, in MHz")
    int processorSpeed;

    @Label("Clock")
    @Description("What the trace's timestamps count")
    String clock;

    @Label("Clock Frequency")
    @Description("Ticks of that clock in a second")
    @Frequency
    long clockFrequency;

    @Label("Boot Time")
    @Description("As Windows reports it; not exact")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long bootTime;

    @Label("Trace Start")
    @Description("Time of the first event, or where it was cut")
    @Timestamp(Timestamp.TICKS)
    long traceStart;

    @Label("Trace End")
    @Description("What ended before this is written; finally the time of the last event, or where it was cut")
    @Timestamp(Timestamp.TICKS)
    long traceEnd;

    @Label("Timer Resolution")
    @Description("Length of a timer tick")
    @Timespan(Timespan.NANOSECONDS)
    long timerResolution;

    @Label("Events Lost")
    @Description("Events the session had no room for")
    int eventsLost;

    @Label("Buffers Lost")
    @Description("Buffers the session could not write")
    int buffersLost;

    @Label("Compact Context Switches")
    @Description("Switches were recorded in batches, which say less about each")
    boolean compactContextSwitches;

    @Label("Ready Events")
    @Description("Told when threads were made ready; if not, they count as waiting until they run")
    boolean readyEvents;

    @Label("Clock Offset")
    @Description("Not known: the two clocks were compared directly")
    @Timespan(Timespan.NANOSECONDS)
    long clockOffset = Long.MIN_VALUE;

    @Label("Clock Offset Uncertainty")
    @Description("Times of the events so far are right within this")
    @Timespan(Timespan.NANOSECONDS)
    long clockOffsetUncertainty;

    @Label("Clock Drift")
    @Description("By how much the offset grows in a second; it is given for the middle of the common time")
    @Timespan(Timespan.NANOSECONDS)
    long clockDrift = Long.MIN_VALUE;

    @Label("Clock Offset Source")
    @Description("What the times rest on")
    String clockOffsetSource;

    @Label("Clock Offset Evidence")
    @Description("JVM events it rests on, -1 if not merged")
    int clockOffsetEvidence = -1;

    @Label("JVM's Process")
    @Description("Program and id, null if not told")
    String jvmProcess;

    @Label("Way")
    @Description("How the agent writes slices")
    String way;

    @Label("Minimum Duration")
    @Description("Shorter slices were left out at the end of this chunk")
    @Timespan(Timespan.NANOSECONDS)
    long minDuration;

    @Label("Left Out Before")
    @Description("How long the trace is before Trace Start")
    @Timespan(Timespan.NANOSECONDS)
    long leftOutBefore;

    @Label("Left Out After")
    @Description("How long the trace is after Trace End")
    @Timespan(Timespan.NANOSECONDS)
    long leftOutAfter;

    @Label("Only Threads")
    @Description("Other threads were left out, null if none")
    String onlyThreads;

    @Label("Only Events")
    @Description("Other kinds of events were left out, null if none")
    String onlyEvents;

    @Label("Minimum Duration Raised")
    @Description("How often the agent raised it, as there were too many slices")
    int minDurationRaised;

    @Label("Written")
    @Description("Slices and switches written so far, into all chunks")
    long written;

    @Label("Left Out")
    @Description(
            "Of the slices that there are lanes for: how many so far were too short, too old, not wanted, without room, lost"
                    + " or read by an earlier run")
    long leftOut;
}
