package io.github.etl2jfr.recording;

/**
 * From the numbers of {@link ThreadConstants} to the keys of their constants. Never changes, so that those
 * who encode need not ask the one who numbers.
 */
final class ThreadKeys {
    private final int firstJvmThread;
    private final long[] jvmKeys;
    private final long shift;

    /**
     * @param firstJvmThread number of the first thread that the JVM knows
     * @param jvmKeys the keys of those
     * @param shift what the keys of all others are greater than their numbers
     */
    ThreadKeys(int firstJvmThread, long[] jvmKeys, long shift) {
        this.firstJvmThread = firstJvmThread;
        this.jvmKeys = jvmKeys;
        this.shift = shift;
    }

    /** The key for a number; 0, nobody, for 0. */
    long key(int number) {
        int jvmThread = number - firstJvmThread;
        if (Integer.compareUnsigned(jvmThread, jvmKeys.length) < 0) {
            return jvmKeys[jvmThread];
        }
        return number == 0 ? 0 : number + shift;
    }
}
