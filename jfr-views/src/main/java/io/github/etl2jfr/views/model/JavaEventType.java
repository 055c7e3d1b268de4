package io.github.etl2jfr.views.model;

import java.util.List;

/**
 * A type of the JVM's events that its threads take time for.
 *
 * @param detailFields tell what one is about; the first that says something counts
 * @param isPause whether Java threads stand still in it: the VM thread has them stop, and does the work or has it done
 */
public record JavaEventType(List<String> detailFields, boolean isPause) {}
