package io.github.etl2jfr.agent.live;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** JFR's clock, which it shows in one place only: the time at which an event begins. */
final class TickReader {
    private final VarHandle startTime;

    /** Never written. */
    @Name("windows.AgentClock")
    @Enabled(false)
    @Registered(false)
    private static final class Beginning extends Event {}

    private TickReader(VarHandle startTime) {
        this.startTime = startTime;
    }

    /**
     * Starts a recording, without which no event begins at any time; afterwards, this one goes on to.
     *
     * @throws UnavailableException if JFR does not tell the time
     * @throws IOException if it cannot be started
     */
    static TickReader start(OwnRecording recording) throws UnavailableException, IOException {
        FlightRecorder.register(Beginning.class);
        try {
            recording.enable(Beginning.class.getAnnotation(Name.class).value());
            recording.start();
            TickReader reader = new TickReader(implicitField(Beginning.class, "startTime"));
            if (reader.now() == 0) {
                throw new UnavailableException("events do not begin at any time");
            }
            return reader;
        } finally {
            FlightRecorder.unregister(Beginning.class);
        }
    }

    /** A field that HotSpot adds to event classes when it loads them. */
    static VarHandle implicitField(Class<? extends Event> eventClass, String name) throws UnavailableException {
        try {
            return MethodHandles.privateLookupIn(eventClass, MethodHandles.lookup())
                    .findVarHandle(eventClass, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new UnavailableException("event classes have no field %s: %s".formatted(name, e), e);
        }
    }

    long now() {
        Beginning event = new Beginning();
        event.begin();
        return (long) startTime.get(event);
    }
}
