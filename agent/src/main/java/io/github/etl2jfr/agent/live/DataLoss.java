package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.DamageLog;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Unsigned;

@Name("windows.DataLoss")
@Label("Data Loss")
@Description("Something the trace should hold is missing or makes no sense")
@Category({"Operating System", "Windows"})
@StackTrace(false)
@Registered(false)
final class DataLoss extends Event {
    @Label("Processor")
    @Description("-1 if it concerns none or is unknown")
    int processor;

    @Label("Reason")
    @Description("What kind: EventsLost, BufferLost, CorruptBuffer, CorruptEvent, Truncated")
    String reason;

    @Label("Amount")
    @Description("How many events or buffers; 2,147,483,647 stands for more, too")
    int amount;

    @Label("File Offset")
    @Description("Where in the trace file")
    @Unsigned
    long fileOffset;

    @Label("Cause")
    @Description("What exactly: the counter's name")
    String cause;

    @Label("Severity")
    @Description("Loss: something is missing; Doubt: the trace contradicts itself; Notice: the slices are whole")
    String severity;

    void set(DamageLog.Entry damage) {
        processor = damage.processor();
        reason = damage.kind().reason().label();
        amount = damage.recordedAmount();
        fileOffset = damage.fileOffset();
        cause = damage.kind().label();
        severity = damage.kind().severity().label();
    }
}
