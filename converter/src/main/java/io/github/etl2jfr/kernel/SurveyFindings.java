package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.EventCursor;

/** What was found in some buffers, all together. */
final class SurveyFindings {
    final HookCounts hooks = new HookCounts();
    final long[] headerTypes = new long[EventCursor.HEADER_TYPES];
    GroupMasks groupMasks;

    void addAll(SurveyFindings other) {
        hooks.addAll(other.hooks);
        for (int type = 0; type < headerTypes.length; type++) {
            headerTypes[type] += other.headerTypes[type];
        }
        if (other.groupMasks != null) {
            add(other.groupMasks);
        }
    }

    void add(GroupMasks masks) {
        groupMasks = groupMasks == null ? masks : groupMasks.or(masks);
    }
}
