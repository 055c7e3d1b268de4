package io.github.etl2jfr.jfr;

/**
 * A field of the events of one type, in the chunks whose metadata it is from.
 *
 * @param type the events that have it
 * @param index among their fields
 * @param constantType of the constant that is its value, 0 if the value stands in the event
 * @param isTicks whether it is a time, or a length of time, that the chunk's clock counts
 */
public record EventField(JvmEventType type, int index, String name, long constantType, boolean isTicks) {}
