package io.github.etl2jfr.agent.live;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;

/**
 * Makes writers of events that do what JFR's own {@code commit} does, but with whatever start, duration and thread
 * they are told. Their code has to lie in a package of JFR that is closed to all others; nothing of JFR is changed.
 *
 * <p>JFR's inside differs from JDK to JDK. Nothing here asks for versions: it looks for what it needs, and gives up
 * where it does not find exactly that.
 */
final class EventWriters {
    static final String JVM = "jdk.jfr.internal.JVM";

    /** The fields that JFR itself adds to all events, in its order. */
    private static final List<String> IMPLICIT_FIELDS = List.of("startTime", "duration", "eventThread", "stackTrace");

    /** The field that JFR adds to an event class for what it knows of the type: since JDK 19, and before. */
    private static final Set<String> CONFIGURATION_FIELDS = Set.of("eventConfiguration", "eventHandler");

    /**
     * By what JFR knows of an event class, which it keeps while that is not registered: their classes stay for good,
     * and the compiler knows them.
     */
    private static final IdentityHashMap<Object, DirectWriter> MADE = new IdentityHashMap<>();

    /** So many texts the event types have at most. */
    static final int MAX_TEXTS = 5;

    private final Lookup lookup;
    private final JfrInternals internals;

    private EventWriters(Lookup lookup, JfrInternals internals) {
        this.lookup = lookup;
        this.internals = internals;
    }

    /**
     * @param instrumentation which alone can open the package; null if there is none
     */
    static EventWriters open(Instrumentation instrumentation) throws UnavailableException {
        if (instrumentation == null) {
            throw new UnavailableException("there is no instrumentation");
        }
        try {
            Class<?> jvm = Class.forName(JVM);
            return new EventWriters(lookup(instrumentation, jvm), JfrInternals.of(jvm));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw unexpected(e);
        }
    }

    /** Opens the package of a class of JFR's to this module. */
    static Lookup lookup(Instrumentation instrumentation, Class<?> in) throws IllegalAccessException {
        Set<Module> here = Set.of(EventWriters.class.getModule());
        instrumentation.redefineModule(
                in.getModule(), Set.of(), Map.of(), Map.of(in.getPackageName(), here), Set.of(), Map.of());
        return MethodHandles.privateLookupIn(in, MethodHandles.lookup());
    }

    private static UnavailableException unexpected(Throwable cause) {
        return new UnavailableException("JFR's inside is not as expected: " + cause, cause);
    }

    /**
     * What writes events of a type, which is registered.
     *
     * @param fields those that the type must have besides the implicit ones, in their order
     */
    DirectWriter of(Class<? extends Event> eventClass, String... fields) throws UnavailableException {
        EventType type = EventType.getEventType(eventClass);
        List<ValueDescriptor> descriptors = type.getFields();
        List<String> expected = new ArrayList<>(IMPLICIT_FIELDS);
        expected.addAll(Arrays.asList(fields));
        List<String> found = descriptors.stream().map(ValueDescriptor::getName).toList();
        if (!found.equals(expected)) {
            throw new UnavailableException("%s has the fields %s".formatted(type.getName(), found));
        }
        try {
            Object configuration = configuration(eventClass);
            synchronized (MADE) {
                DirectWriter writer = MADE.get(configuration);
                if (writer == null) {
                    writer = make(configuration, type.getId(), descriptors);
                    MADE.put(configuration, writer);
                }
                return writer;
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw unexpected(e);
        }
    }

    private DirectWriter make(Object configuration, long typeId, List<ValueDescriptor> descriptors)
            throws ReflectiveOperationException {
        EventWriterCode code = new EventWriterCode(internals, configuration, descriptors);
        Class<?> defined = lookup.defineClass(code.classFile());
        MethodHandle writer = lookup.findStatic(defined, EventWriterCode.METHOD, code.type());
        writer = MethodHandles.insertArguments(writer, 0, configuration);
        writer = MethodHandles.insertArguments(
                writer, 0, beginArguments(configuration, typeId).toArray());
        return ConstantHandle.as(DirectWriter.class, writer);
    }

    /** What tells whether recordings want an event of a type, which is registered. */
    LaneChunks.Wanted wanted(Class<? extends Event> eventClass) throws UnavailableException {
        try {
            Object configuration = configuration(eventClass);
            MethodHandle wanted =
                    lookup.unreflect(JfrInternals.shouldCommit(configuration)).bindTo(configuration);
            return ConstantHandle.as(LaneChunks.Wanted.class, wanted);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw unexpected(e);
        }
    }

    private static Object configuration(Class<? extends Event> eventClass) throws ReflectiveOperationException {
        for (Field field : eventClass.getDeclaredFields()) {
            if (CONFIGURATION_FIELDS.contains(field.getName())) {
                field.setAccessible(true);
                Object configuration = field.get(null);
                if (configuration != null) {
                    return configuration;
                }
            }
        }
        throw new NoSuchFieldException("configuration of " + eventClass.getName());
    }

    private List<Object> beginArguments(Object configuration, long typeId) throws ReflectiveOperationException {
        List<Object> arguments = new ArrayList<>();
        for (Class<?> parameter : internals.beginEvent().getParameterTypes()) {
            if (parameter == long.class) {
                arguments.add(typeId);
            } else if (parameter.isInstance(configuration)) {
                arguments.add(configuration);
            } else {
                arguments.add(part(configuration, parameter));
            }
        }
        return arguments;
    }

    /** What the configuration has of a class. */
    private Object part(Object configuration, Class<?> partClass) throws ReflectiveOperationException {
        for (Method method : configuration.getClass().getMethods()) {
            if (method.getReturnType() == partClass && method.getParameterCount() == 0) {
                try {
                    return lookup.unreflect(method).invoke(configuration);
                } catch (ReflectiveOperationException | RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new ReflectiveOperationException(e);
                }
            }
        }
        throw new NoSuchMethodException(partClass.getName() + " of " + configuration.getClass());
    }
}
