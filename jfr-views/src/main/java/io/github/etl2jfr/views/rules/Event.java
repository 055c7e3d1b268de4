package io.github.etl2jfr.views.rules;

import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.IQuantity;

/** The fields of an event, while it is its turn. */
public interface Event {
    /** What stands in place of a number that is not known. */
    int UNKNOWN = -1;

    /** When it began, in nanoseconds since 1970. */
    long start();

    /** When it ended, in nanoseconds since 1970. */
    long end();

    /** Whose it is; null if nobody's. */
    IMCThread thread();

    /** A thread; null if the event names none. */
    IMCThread thread(IAttribute<IMCThread> field);

    /** A text; null if the event has none. */
    String text(IAttribute<String> field);

    /** The name of a class; null if the event has none. */
    String className(IAttribute<IMCType> field);

    /** Whether something is so; null if the event does not tell. */
    Boolean flag(IAttribute<Boolean> field);

    /** A number; {@link #UNKNOWN} if the event has none. */
    long number(IAttribute<IQuantity> field);

    /** A length of time in nanoseconds; 0 if it is unknown, which recordings tell by a negative one. */
    long nanos(IAttribute<IQuantity> field);

    /** A moment in nanoseconds since 1970, 0 if the event has none. */
    long moment(IAttribute<IQuantity> field);
}
