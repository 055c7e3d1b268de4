package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.EventCursor;

/** What was found in some buffers, all together. */
final class SurveyFindings {
    final HookCounts hooks = new HookCounts();
    final long[] headerTypes = new long[EventCursor.HEADER_TYPES];
    GroupMasks groupMasks;
    long firstTime = Long.MAX_VALUE;
    long lastTime = Long.MIN_VALUE;

    /** Whether any event but the log file header has a time. */
    boolean hasEvents() {
        return firstTime <= lastTime;
    }

    void addAll(SurveyFindings other) {
        hooks.addAll(other.hooks);
        for (int type = 0; type < headerTypes.length; type++) {
            headerTypes[type] += other.headerTypes[type];
        }
        if (other.groupMasks != null) {
            add(other.groupMasks);
        }
        firstTime = Math.min(firstTime, other.firstTime);
        lastTime = Math.max(lastTime, other.lastTime);
    }

    void add(GroupMasks masks) {
        groupMasks = groupMasks == null ? masks : groupMasks.or(masks);
    }

    void seen(long time) {
        firstTime = Math.min(firstTime, time);
        lastTime = Math.max(lastTime, time);
    }
}
