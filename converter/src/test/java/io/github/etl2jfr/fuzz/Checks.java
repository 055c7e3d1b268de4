package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.DamageLog;

/** What must be so whatever the bytes are. Plain, as a fuzzer asks millions of times. */
final class Checks {
    private Checks() {}

    static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    /** The user is told something. */
    static void message(Exception refusal) {
        require(refusal.getMessage() != null && !refusal.getMessage().isBlank(), "nothing is told of a refusal");
    }

    /** Each case of damage is an amount of something at a place in the file, and the totals are their sums. */
    static void damage(DamageLog damage, long fileSize) {
        long amount = 0;
        for (DamageLog.Entry entry : damage.entries()) {
            require(entry.amount() >= 0, "less than nothing is lost: " + entry);
            require(entry.fileOffset() >= 0 && entry.fileOffset() <= fileSize, "damage outside of the file: " + entry);
            require(entry.detail().lines().count() <= 1, "not one line: " + entry);
            amount += entry.amount();
        }
        long total = damage.totals().values().stream()
                .mapToLong(DamageLog.Total::amount)
                .sum();
        require(total >= amount, "totals of " + total + ", entries of " + amount);
    }
}
