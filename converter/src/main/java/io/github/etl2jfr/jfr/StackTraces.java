package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ValueLayout.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stack traces of a chunk. A trace has its frames in it; what they call are constants ({@code metadata.xml} in
 * HotSpot):
 *
 * <pre>
 *   StackTrace : truncated, frames: count, StackFrame*
 *   StackFrame : method: key of a Method, lineNumber, ...
 *   Method     : type: key of a Class, name: key of a Symbol, hidden, ...
 * </pre>
 */
final class StackTraces {
    private final ConstantPools constants;
    private final ChunkMetadata metadata;

    /** Where the fields of a stack trace lie; null where the chunk's types are other ones. */
    private final Structure trace;

    private final Structure frame;
    private final Structure method;
    private final int frames;
    private final int methodOfFrame;
    private final int line;
    private final int classOfMethod;
    private final int name;

    /** The field that marks frames of proxies of lambdas and the like: {@code jfr print} leaves them out, too. */
    private final int hidden;

    /** Methods by key: a stack trace has many frames, all together few methods. */
    private final Map<Long, Method> methods = new HashMap<>();

    private record Method(String className, String name, boolean isHidden) {
        static final Method UNKNOWN = new Method(null, null, false);
    }

    /** A type and how each of its fields lies. */
    private record Structure(TypeDescription type, List<ValueLayout> layouts) {
        static Structure of(TypeDescription type, ChunkMetadata metadata) throws InputException {
            return type == null ? null : new Structure(type, ValueLayout.ofFields(type, metadata));
        }

        /** Place of a field that is a number or a key, -1 if there is none. */
        int integer(String fieldName) {
            int index = type.indexOf(fieldName);
            return index >= 0 && layouts.get(index).single() == Step.INTEGER ? index : -1;
        }

        FieldDescription field(int index) {
            return type.fields().get(index);
        }

        /** Reads a value of it: of the fields that are numbers, flags or keys. */
        long[] read(WindowedInput input) throws IOException, InputException {
            long[] values = new long[layouts.size()];
            for (int i = 0; i < values.length; i++) {
                ValueLayout layout = layouts.get(i);
                if (layout.single() == Step.INTEGER) {
                    values[i] = input.readLong();
                } else if (layout.single() == Step.BYTE) {
                    values[i] = input.readByte();
                } else {
                    layout.skip(input);
                }
            }
            return values;
        }
    }

    StackTraces(ConstantPools constants, ChunkMetadata metadata) throws InputException {
        this.constants = constants;
        this.metadata = metadata;
        trace = Structure.of(metadata.type(TypeDescription.STACK_TRACE), metadata);
        frames = trace == null ? -1 : trace.type().indexOf("frames");
        boolean hasFrames = frames >= 0
                && trace.field(frames).isArray()
                && !trace.field(frames).isPooled();
        frame = hasFrames ? structure(trace.field(frames)) : null;
        methodOfFrame = frame == null ? -1 : frame.integer("method");
        line = frame == null ? -1 : frame.integer("lineNumber");
        method = methodOfFrame < 0 ? null : structure(frame.field(methodOfFrame));
        classOfMethod = method == null ? -1 : method.integer("type");
        name = method == null ? -1 : method.integer("name");
        hidden = method == null ? -1 : method.type().indexOf("hidden");
    }

    private Structure structure(FieldDescription field) throws InputException {
        return Structure.of(metadata.type(field.typeId()), metadata);
    }

    /**
     * The frames of a stack trace, the innermost first, but for hidden ones.
     *
     * @param most no more are looked at
     * @return none if the chunk does not tell
     */
    List<StackFrame> frames(long key, int most) throws IOException, InputException {
        WindowedInput input = name < 0 || classOfMethod < 0 || line < 0
                ? null
                : constants.at(trace.type().id(), key);
        if (input == null) {
            return List.of();
        }
        for (ValueLayout layout : trace.layouts().subList(0, frames)) {
            layout.skip(input);
        }
        int count = Math.min(input.readCount(), most);
        // Names lie elsewhere.
        List<long[]> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            read.add(frame.read(input));
        }
        List<StackFrame> told = new ArrayList<>();
        for (long[] values : read) {
            Method called = method(values[methodOfFrame]);
            if (!called.isHidden()) {
                told.add(new StackFrame(called.className(), called.name(), (int) values[line]));
            }
        }
        return told;
    }

    private Method method(long key) throws IOException, InputException {
        Method known = methods.get(key);
        if (known == null) {
            WindowedInput input = constants.at(method.type().id(), key);
            long[] values = input == null ? null : method.read(input);
            known = values == null
                    ? Method.UNKNOWN
                    : new Method(text(values, classOfMethod), text(values, name), hidden >= 0 && values[hidden] != 0);
            methods.put(key, known);
        }
        return known;
    }

    /** The name of a method, with its class; null if the chunk does not tell. */
    String nameOfMethod(long key) throws IOException, InputException {
        if (name < 0 || classOfMethod < 0) {
            return null;
        }
        Method called = method(key);
        return called.className() == null || called.name() == null
                ? called.name()
                : called.className() + "." + called.name();
    }

    private String text(long[] values, int field) throws IOException, InputException {
        return constants.name(method.field(field).typeId(), values[field]);
    }
}
