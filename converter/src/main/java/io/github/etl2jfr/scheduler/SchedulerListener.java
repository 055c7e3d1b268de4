package io.github.etl2jfr.scheduler;

import java.io.IOException;

/** Is told what the scheduler did, in the order of time. */
public interface SchedulerListener {
    /** A processor went from one thread to another. The event is a view that is reused. */
    void contextSwitch(SwitchEvent event) throws IOException;
}
