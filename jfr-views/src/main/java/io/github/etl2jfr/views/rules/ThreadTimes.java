package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/**
 * What a thread did all in all; times are nanoseconds.
 *
 * @param involuntarySwitches how often it left a processor although it could have gone on
 * @param longestReadyStart when it had to wait longest for a processor, nanoseconds since 1970
 */
record ThreadTimes(
        IMCThread thread,
        int involuntarySwitches,
        long running,
        long ready,
        long longestReady,
        long longestReadyStart) {

    static List<ThreadTimes> of(IItemCollection items, Predicate<IMCThread> whose) {
        List<ThreadTimes> all = new ArrayList<>();
        Event.forEach(items, Recorded.THREAD_STATISTICS, event -> {
            IMCThread thread = event.get(JfrAttributes.EVENT_THREAD);
            if (thread != null && whose.test(thread)) {
                all.add(new ThreadTimes(
                        thread,
                        event.number(Recorded.INVOLUNTARY_SWITCH_COUNT),
                        event.nanos(Recorded.RUNNING_TIME),
                        event.nanos(Recorded.READY_TIME),
                        event.nanos(Recorded.LONGEST_READY),
                        event.moment(Recorded.LONGEST_READY_START)));
            }
        });
        return all;
    }
}
