package io.github.etl2jfr.views.table;

/**
 * A column of a table.
 *
 * @param key for programs, such as {@code longestReady}
 * @param title for people; {@code --sort} takes both
 * @param importance columns with the lowest go first where the terminal is too narrow; those with {@link #NEEDED}
 *     stay
 * @param shortened characters that a text is not cut below to make room for other columns
 * @param paired whether it says nothing without the column before it, and is shown where that is
 */
public record Column(String key, String title, Kind kind, int importance, int shortened, boolean paired) {
    static final int NEEDED = Integer.MAX_VALUE;

    /** Room for the usual program with its id. */
    private static final int SHORTENED = 16;

    /** Characters that keep all types of the JVM's events apart. */
    private static final int SHORTENED_JAVA_EVENT = "SafepointStateSynchronization".length();

    /** Characters that a method of a lambda takes, with its line. */
    private static final int SHORTENED_CODE = 24;

    /** What is in it. */
    public enum Kind {
        /** Other people's words or ours. */
        TEXT,
        /** A type of the JVM's events; people know those without their package. */
        JAVA_EVENT,
        /** A call; people know it without the package. */
        CODE,
        COUNT,
        /** A number that names something. */
        ID,
        /** A length of time in nanoseconds; shown in milliseconds. */
        TIME,
        /** Nanoseconds since 1970; shown in seconds from the start. */
        MOMENT,
        /** From 0 to 1; shown in percent. */
        SHARE,
        /** A picture in characters of our own, for people only. */
        PICTURE;

        boolean isText() {
            return this == TEXT || this == JAVA_EVENT || this == CODE || this == PICTURE;
        }

        /** Whether the largest come first where nobody says otherwise, as people look for much, but for names in their order. */
        boolean isLargestFirst() {
            return this == COUNT || this == TIME || this == SHARE;
        }

        /** Whether it may be cut off where there is no room. */
        boolean isLong() {
            return this == TEXT || this == CODE || this == JAVA_EVENT;
        }
    }

    private static Column needed(String key, String title, Kind kind, int shortened) {
        return new Column(key, title, kind, NEEDED, shortened, false);
    }

    public static Column text(String key, String title) {
        return needed(key, title, Kind.TEXT, SHORTENED);
    }

    public static Column javaEvent() {
        return needed("javaEvent", "Event", Kind.JAVA_EVENT, SHORTENED_JAVA_EVENT);
    }

    public static Column code() {
        return needed("code", "Code", Kind.CODE, SHORTENED_CODE);
    }

    public static Column count(String key, String title) {
        return needed(key, title, Kind.COUNT, SHORTENED);
    }

    public static Column id(String key, String title) {
        return needed(key, title, Kind.ID, SHORTENED);
    }

    public static Column time(String key, String title) {
        return needed(key, title, Kind.TIME, SHORTENED);
    }

    public static Column moment(String key, String title) {
        return needed(key, title, Kind.MOMENT, SHORTENED);
    }

    public static Column share(String key, String title) {
        return needed(key, title, Kind.SHARE, SHORTENED);
    }

    public static Column picture(String title) {
        return new Column("", title, Kind.PICTURE, 0, 0, false);
    }

    /** The same for a table that can do without it. */
    public Column optional(int itsImportance) {
        return new Column(key, title, kind, itsImportance, shortened, paired);
    }

    /** The same, whose texts are told from each other by no less than so many characters. */
    public Column atLeast(int characters) {
        return new Column(key, title, kind, importance, characters, paired);
    }

    /** The same, which goes with the column before it. */
    public Column withTheOneBefore() {
        return new Column(key, title, kind, importance, shortened, true);
    }

    /** What programs call it: a length of time tells its unit. */
    String name() {
        return kind == Kind.TIME ? key + "Nanos" : key;
    }
}
