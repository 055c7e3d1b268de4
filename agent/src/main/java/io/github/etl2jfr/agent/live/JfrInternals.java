package io.github.etl2jfr.agent.live;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What generated code calls of JFR's inside, as this JDK has it:
 *
 * <pre>
 *                    JDK 17                            since 19
 *   EventWriter      jdk.jfr.internal                  jdk.jfr.internal.event
 *   beginEvent       (PlatformEventType)               (EventConfiguration, long)
 *   putString        (String, StringPool)              (String)
 *   addString        (String)                          (String), on 25 (String, boolean)
 *   shouldCommit     of EventHandler                   of EventConfiguration
 *   StringPool       reset()                           generation
 * </pre>
 *
 * @param getEventWriter gives the thread's writer, null before it has one
 * @param newEventWriter makes it
 * @param beginEvent false if the thread must not write
 * @param putLong puts a number, of whatever size: those that are no bytes are all encoded alike, and a byte below 128 too
 * @param endEvent false if all must be written again, as a chunk began in between
 * @param reset forgets an event that is not ended
 * @param addString gives the key of a string's constant, or none that is positive
 * @param resetStrings forgets all strings; null where they know which chunk has them
 */
record JfrInternals(
        Class<?> writer,
        Method getEventWriter,
        Method newEventWriter,
        Method beginEvent,
        Method putLong,
        Method endEvent,
        Method reset,
        Method putString,
        Method addString,
        Method resetStrings) {
    private static final String STRING_POOL = "StringPool";

    /** What parameters after the first can be: a pool that is not looked at, whether the thread is virtual. */
    private static final Set<String> KNOWN_PARAMETERS = Set.of(STRING_POOL, "boolean");

    /** What tells whether a recording wants an event that takes so long. */
    static Method shouldCommit(Object configuration) throws NoSuchMethodException {
        return configuration.getClass().getMethod("shouldCommit", long.class);
    }

    static JfrInternals of(Class<?> jvm) throws ReflectiveOperationException {
        Class<?> pool = Class.forName(jvm.getPackageName() + "." + STRING_POOL);
        Method newEventWriter = only(jvm, "newEventWriter");
        Class<?> writer = newEventWriter.getReturnType();
        JfrInternals internals = new JfrInternals(
                writer,
                only(jvm, "getEventWriter"),
                newEventWriter,
                only(writer, "beginEvent"),
                only(writer, "putLong"),
                only(writer, "endEvent"),
                only(writer, "reset"),
                only(writer, "putString"),
                addString(pool),
                resetStrings(pool));
        internals.require();
        return internals;
    }

    /** The method of a name, of which there must be no other. */
    private static Method only(Class<?> owner, String name) throws NoSuchMethodException {
        List<Method> methods = Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .toList();
        if (methods.size() != 1) {
            throw new NoSuchMethodException("%s methods %s.%s".formatted(methods.size(), owner.getName(), name));
        }
        return methods.get(0);
    }

    /** The one without a second parameter where there are two. */
    private static Method addString(Class<?> pool) throws NoSuchMethodException {
        try {
            return pool.getDeclaredMethod("addString", String.class);
        } catch (NoSuchMethodException e) {
            return only(pool, "addString");
        }
    }

    private static Method resetStrings(Class<?> pool) throws NoSuchMethodException {
        if (Arrays.stream(pool.getDeclaredFields())
                .anyMatch(field -> field.getName().equals("generation"))) {
            return null;
        }
        Method reset = pool.getDeclaredMethod("reset");
        require(reset, true, void.class, 0);
        return reset;
    }

    private void require() throws NoSuchMethodException {
        require(getEventWriter, true, getEventWriter.getReturnType(), 0);
        require(newEventWriter, true, writer, 0);
        require(beginEvent, false, boolean.class, beginEvent.getParameterCount());
        require(putLong, false, void.class, 1);
        require(endEvent, false, boolean.class, 0);
        require(reset, false, void.class, 0);
        require(putString, false, void.class, putString.getParameterCount());
        require(addString, true, long.class, addString.getParameterCount());
        if (!getEventWriter.getReturnType().isAssignableFrom(writer)) {
            throw unexpected(getEventWriter);
        }
        requireText(putString);
        requireText(addString);
    }

    private static void require(Method method, boolean isStatic, Class<?> result, int parameters)
            throws NoSuchMethodException {
        if (Modifier.isStatic(method.getModifiers()) != isStatic
                || Modifier.isPrivate(method.getModifiers())
                || method.getReturnType() != result
                || method.getParameterCount() != parameters) {
            throw unexpected(method);
        }
    }

    private static void requireText(Method method) throws NoSuchMethodException {
        List<Class<?>> parameters = List.of(method.getParameterTypes());
        if (parameters.isEmpty()
                || parameters.get(0) != String.class
                || !parameters.stream()
                        .skip(1)
                        .allMatch(parameter -> KNOWN_PARAMETERS.contains(parameter.getSimpleName()))) {
            throw unexpected(method);
        }
    }

    private static NoSuchMethodException unexpected(Method method) {
        return new NoSuchMethodException("unexpected " + method);
    }
}
