package io.github.etl2jfr.testing;

/**
 * Which groups of events the session had on: hook 0x0020 at the rundown, 0x0005 when they change. Eight masks and the
 * kernel's event version.
 */
public final class GroupMasks implements Payload {
    private static final int KERNEL_EVENT_VERSION = 0x46;

    private final int hook;
    private final int[] masks = new int[8];

    private GroupMasks(int hook) {
        this.hook = hook;
    }

    public static GroupMasks atRundown() {
        return new GroupMasks(0x0020);
    }

    public static GroupMasks changed() {
        return new GroupMasks(0x0005);
    }

    public GroupMasks mask(int index, int bits) {
        masks[index] |= bits;
        return this;
    }

    public GroupMasks processes() {
        return mask(0, 1);
    }

    public GroupMasks threads() {
        return mask(0, 2);
    }

    public GroupMasks contextSwitches() {
        return mask(1, 4);
    }

    public GroupMasks compactContextSwitches() {
        return mask(1, 4 | 0x100);
    }

    public GroupMasks readyThreads() {
        return mask(1, 0x200);
    }

    @Override
    public int hook() {
        return hook;
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public void writeTo(Bytes bytes, int pointerSize) {
        for (int mask : masks) {
            bytes.u32(mask);
        }
        bytes.u32(KERNEL_EVENT_VERSION);
    }
}
