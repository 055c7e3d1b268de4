package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a value lies in events and constants: as a row of steps, those of structures within it included.
 * Reading along them allocates nothing and takes time in the bytes that are there, whatever the types
 * claim: they come from the file too, and could contain themselves.
 */
final class ValueLayout {
    /** A part of a value that takes bytes. */
    enum Step {
        /** boolean and byte. */
        BYTE,
        /** char, short, int, long, and keys of constants. */
        INTEGER,
        FLOAT,
        DOUBLE,
        STRING,
        ARRAY
    }

    /** Fields looked at for one type, those of structures within included. */
    private static final int MAX_FIELDS = 1024;

    private static final int MAX_DEPTH = 16;

    private final Step[] steps;

    /** Layouts of the elements, where a step is an array. */
    private final ValueLayout[] elements;

    /** The type of the constant whose key a step is, 0 if it is none. */
    private final long[] constantTypes;

    private ValueLayout(List<Step> steps, List<ValueLayout> elements, List<Long> constantTypes) {
        this.steps = steps.toArray(Step[]::new);
        this.elements = elements.toArray(ValueLayout[]::new);
        this.constantTypes = constantTypes.stream().mapToLong(Long::longValue).toArray();
    }

    /** Is told of the constants that a value names. */
    interface Naming {
        /**
         * The value has the key of a constant.
         *
         * @param typeId the constant's type
         */
        void names(long typeId, long key);
    }

    /**
     * @throws InputException if the type contains itself, or types that are not there
     */
    static ValueLayout of(TypeDescription type, ChunkMetadata metadata) throws InputException {
        Compiler compiler = new Compiler(type, metadata, new int[1]);
        compiler.add(type, MAX_DEPTH);
        return compiler.layout();
    }

    /**
     * The layouts of all fields of a type, in their order.
     *
     * @throws InputException as for the type
     */
    static List<ValueLayout> ofFields(TypeDescription type, ChunkMetadata metadata) throws InputException {
        List<ValueLayout> layouts = new ArrayList<>();
        int[] fields = new int[1];
        for (FieldDescription field : type.fields()) {
            Compiler compiler = new Compiler(type, metadata, fields);
            compiler.add(field, MAX_DEPTH);
            layouts.add(compiler.layout());
        }
        return layouts;
    }

    private static final class Compiler {
        private final TypeDescription outermost;
        private final ChunkMetadata metadata;
        private final List<Step> steps = new ArrayList<>();
        private final List<ValueLayout> elements = new ArrayList<>();
        private final List<Long> constantTypes = new ArrayList<>();

        /** How many fields were looked at, in all compilers of one type together. */
        private final int[] fields;

        Compiler(TypeDescription outermost, ChunkMetadata metadata, int[] fields) {
            this.outermost = outermost;
            this.metadata = metadata;
            this.fields = fields;
        }

        ValueLayout layout() {
            return new ValueLayout(steps, elements, constantTypes);
        }

        void add(TypeDescription type, int depth) throws InputException {
            Step primitive = primitive(type.name());
            if (primitive != null) {
                // Texts may be in the pool of strings.
                add(primitive, null, primitive == Step.STRING ? type.id() : 0);
                return;
            }
            if (depth == 0) {
                throw new InputException("damaged recording: type %s contains itself".formatted(outermost.name()));
            }
            for (FieldDescription field : type.fields()) {
                add(field, depth - 1);
            }
        }

        void add(FieldDescription field, int depth) throws InputException {
            if (fields[0]++ == MAX_FIELDS) {
                throw new InputException("damaged recording: type %s has too many fields".formatted(outermost.name()));
            }
            if (field.isArray()) {
                Compiler element = new Compiler(outermost, metadata, fields);
                element.addElement(field, depth);
                add(Step.ARRAY, element.layout(), 0);
            } else {
                addElement(field, depth);
            }
        }

        private void addElement(FieldDescription field, int depth) throws InputException {
            if (field.isPooled()) {
                add(Step.INTEGER, null, field.typeId());
                return;
            }
            TypeDescription type = metadata.type(field.typeId());
            if (type == null) {
                throw new InputException("damaged recording: type %d of %s.%s is not defined"
                        .formatted(field.typeId(), outermost.name(), field.name()));
            }
            add(type, depth);
        }

        private void add(Step step, ValueLayout element, long constantType) {
            steps.add(step);
            elements.add(element);
            constantTypes.add(constantType);
        }

        private static Step primitive(String typeName) {
            return switch (typeName) {
                case "boolean", "byte" -> Step.BYTE;
                case "char", "short", "int", "long" -> Step.INTEGER;
                case "float" -> Step.FLOAT;
                case "double" -> Step.DOUBLE;
                case TypeDescription.STRING -> Step.STRING;
                default -> null;
            };
        }
    }

    /** The only step, null if there are none or several. */
    Step single() {
        return steps.length == 1 ? steps[0] : null;
    }

    /** Goes past a value. */
    void skip(WindowedInput input) throws IOException, InputException {
        skip(input, null);
    }

    /**
     * Goes past a value, and tells which constants it names.
     *
     * @param naming null if nobody wants to know
     */
    void skip(WindowedInput input, Naming naming) throws IOException, InputException {
        for (int i = 0; i < steps.length; i++) {
            switch (steps[i]) {
                case BYTE -> input.readByte();
                case INTEGER -> {
                    long value = input.readLong();
                    if (naming != null && constantTypes[i] != 0) {
                        naming.names(constantTypes[i], value);
                    }
                }
                case FLOAT -> input.skip(Float.BYTES);
                case DOUBLE -> input.skip(Double.BYTES);
                case STRING -> {
                    input.skipString();
                    if (naming != null && input.stringKey() != 0) {
                        naming.names(constantTypes[i], input.stringKey());
                    }
                }
                case ARRAY -> skipArray(elements[i], input, naming);
            }
        }
    }

    private static void skipArray(ValueLayout element, WindowedInput input, Naming naming)
            throws IOException, InputException {
        int count = input.readCount();
        // Elements without bytes could be any number.
        if (element.steps.length > 0) {
            for (int i = 0; i < count; i++) {
                element.skip(input, naming);
            }
        }
    }

    /** Writes a value that says nothing: zeros, nulls and empty arrays. */
    void putNothing(EventBuffer sink) {
        for (Step step : steps) {
            switch (step) {
                case BYTE, INTEGER, STRING, ARRAY -> sink.putByte(0);
                case FLOAT -> sink.putZeros(Float.BYTES);
                case DOUBLE -> sink.putZeros(Double.BYTES);
            }
        }
    }
}
