package io.github.etl2jfr.jfr;

import java.util.List;

/**
 * A type of a chunk: of events, of constants, of annotations, or a primitive one.
 *
 * @param superType null if there is none
 */
record TypeDescription(long id, String name, String superType, List<FieldDescription> fields) {
    static final String STRING = "java.lang.String";
    static final String THREAD = "java.lang.Thread";
    static final String THREAD_GROUP = "jdk.types.ThreadGroup";
    static final String METHOD = "jdk.types.Method";
    static final String STACK_TRACE = "jdk.types.StackTrace";

    private static final String EVENT = "jdk.jfr.Event";
    private static final String ANNOTATION = "java.lang.annotation.Annotation";

    boolean isEvent() {
        return EVENT.equals(superType);
    }

    boolean isAnnotation() {
        return ANNOTATION.equals(superType);
    }

    /** Place of a field, -1 if there is none of the name. */
    int indexOf(String fieldName) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(fieldName)) {
                return i;
            }
        }
        return -1;
    }
}
