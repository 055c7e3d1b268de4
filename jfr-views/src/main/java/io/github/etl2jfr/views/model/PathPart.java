package io.github.etl2jfr.views.model;

/**
 * Steps of one path or of several that are of one thread, in one state, for one reason, and on a single path ended the
 * waits of one thread.
 *
 * @param doing what they went to; who ran longest in all of them while it was ready, or ended those of its waits that
 *     took longest
 * @param steps how many
 * @param events how many events have one on their paths
 * @param total nanoseconds that they took together
 */
public record PathPart(Doing doing, long steps, long events, long total) {}
