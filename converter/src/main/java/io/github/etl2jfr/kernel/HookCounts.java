package io.github.etl2jfr.kernel;

/** How many events have which hook. A trace has those of a few groups: the others have no table. */
final class HookCounts {
    private static final int GROUPS = 1 << 8;
    private static final int TYPES = 1 << 8;
    private static final int GROUP_SHIFT = 8;
    private static final int TYPE_MASK = TYPES - 1;

    /** What is called with each hook that events have. */
    interface Consumer {
        void accept(int hook, long events);
    }

    /** Counts by group, then type; null for a group without events. */
    private final long[][] counts = new long[GROUPS][];

    /** Counts one more event with the hook. */
    void count(int hook) {
        add(hook, 1);
    }

    private void add(int hook, long events) {
        int group = hook >> GROUP_SHIFT;
        if (counts[group] == null) {
            counts[group] = new long[TYPES];
        }
        counts[group][hook & TYPE_MASK] += events;
    }

    void addAll(HookCounts other) {
        other.forEach(this::add);
    }

    /** Number of events with the hook. */
    long of(int hook) {
        long[] types = counts[hook >> GROUP_SHIFT];
        return types == null ? 0 : types[hook & TYPE_MASK];
    }

    /** All hooks that events have, in ascending order. */
    void forEach(Consumer consumer) {
        for (int group = 0; group < GROUPS; group++) {
            if (counts[group] != null) {
                for (int type = 0; type < TYPES; type++) {
                    if (counts[group][type] > 0) {
                        consumer.accept(group << GROUP_SHIFT | type, counts[group][type]);
                    }
                }
            }
        }
    }
}
