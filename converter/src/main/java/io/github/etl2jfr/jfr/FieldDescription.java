package io.github.etl2jfr.jfr;

/**
 * A field of a type.
 *
 * @param typeId of its value
 * @param isPooled the value is a key of the type's constants
 * @param isArray the value is a number of values, and these
 * @param unit of a time: the value of {@code jdk.jfr.Timespan} or {@code jdk.jfr.Timestamp}; null if it is none
 */
record FieldDescription(String name, long typeId, boolean isPooled, boolean isArray, String unit) {}
