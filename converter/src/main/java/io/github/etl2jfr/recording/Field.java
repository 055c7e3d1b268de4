package io.github.etl2jfr.recording;

/**
 * One field of an event type.
 *
 * @param name the name scripts use
 * @param type how it is stored
 * @param content what the number means, for the tools that format it
 * @param label the name people see
 * @param description what it means, null if the label says it all
 */
record Field(String name, Type type, Content content, String label, String description) {
    /** How a field is stored. */
    enum Type {
        BOOLEAN("boolean"),
        SHORT("short"),
        INT("int"),
        LONG("long"),
        STRING("java.lang.String"),
        THREAD("java.lang.Thread"),
        STACK_TRACE("jdk.types.StackTrace");

        private final String typeName;

        Type(String typeName) {
            this.typeName = typeName;
        }

        String typeName() {
            return typeName;
        }
    }

    /** What a number means: a content type annotation and its value. */
    enum Content {
        PLAIN(null, null),
        TIMESTAMP("jdk.jfr.Timestamp", "TICKS"),
        EPOCH_MILLIS("jdk.jfr.Timestamp", "MILLISECONDS_SINCE_EPOCH"),
        TIMESPAN("jdk.jfr.Timespan", "TICKS"),
        NANOS("jdk.jfr.Timespan", "NANOSECONDS"),
        HERTZ("jdk.jfr.Frequency", "HERTZ"),
        UNSIGNED("jdk.jfr.Unsigned", "UNSIGNED");

        private final String annotation;
        private final String value;

        Content(String annotation, String value) {
            this.annotation = annotation;
            this.value = value;
        }

        /** Name of the annotation's type, null if there is none. */
        String annotation() {
            return annotation;
        }

        String value() {
            return value;
        }
    }

    static Field of(String name, Type type, String label, String description) {
        return new Field(name, type, Content.PLAIN, label, description);
    }

    static Field of(String name, Type type, Content content, String label, String description) {
        return new Field(name, type, content, label, description);
    }
}
