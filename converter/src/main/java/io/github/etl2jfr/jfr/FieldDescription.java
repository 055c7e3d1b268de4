package io.github.etl2jfr.jfr;

/**
 * A field of a type.
 *
 * @param typeId of its value
 * @param isPooled the value is a key of the type's constants
 * @param isArray the value is a number of values, and these
 */
record FieldDescription(String name, long typeId, boolean isPooled, boolean isArray) {}
