package io.github.etl2jfr.testing;

/**
 * A thread starts (hook 0x0501), ends (0x0502), was there at the trace's start (0x0503) or end (0x0504).
 *
 * <p>Layouts: the documented Thread_V0_TypeGroup1, Thread_V1_TypeGroup1, Thread_V1_TypeGroup2, Thread_V2_TypeGroup1 and
 * Thread_TypeGroup1 (version 3) classes, Microsoft Learn; "ptr" is what they qualify as Pointer.
 *
 * <pre>
 *   version 0                  u32 thread id, u32 process id: this order in this version only
 *   version 1, start, DCStart  u32 process id, u32 thread id, ptr stack base, limit, user stack base, limit,
 *                              ptr start address, Win32 start address, i8 wait mode
 *   version 1, end, DCEnd      u32 process id, u32 thread id: no more
 *   version 2                  as version 1 up to the Win32 start address, then ptr TEB, u32 sub-process tag
 *   version 3                  as version 2 with the affinity for the start address, then i8 base priority,
 *                              u8 page priority, u8 I/O priority, u8 flags; since Windows 10 a UTF-16 name
 * </pre>
 */
public final class ThreadRecord implements Payload {
    private static final long KERNEL_STACK = 0xFFFFF800_20AC4000L;
    private static final long USER_CODE = 0x7FF6_10000000L;

    /** What happened to the thread, by opcode. */
    public enum Kind {
        START(1),
        END(2),
        RUNDOWN_AT_START(3),
        RUNDOWN_AT_END(4);

        private final int opcode;

        Kind(int opcode) {
            this.opcode = opcode;
        }
    }

    private final Kind kind;
    private int version = 3;
    private int threadId;
    private int processId;
    private int basePriority = 8;
    private String name;

    private ThreadRecord(Kind kind) {
        this.kind = kind;
    }

    public static ThreadRecord of(Kind kind) {
        return new ThreadRecord(kind);
    }

    public ThreadRecord version(int newVersion) {
        version = newVersion;
        return this;
    }

    public ThreadRecord threadId(int newThreadId) {
        threadId = newThreadId;
        return this;
    }

    public ThreadRecord processId(int newProcessId) {
        processId = newProcessId;
        return this;
    }

    public ThreadRecord basePriority(int newBasePriority) {
        basePriority = newBasePriority;
        return this;
    }

    /** The thread's name; empty for none; null for a Windows that does not write names at all. */
    public ThreadRecord name(String newName) {
        name = newName;
        return this;
    }

    @Override
    public int hook() {
        return 0x0500 | kind.opcode;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public void writeTo(Bytes bytes, int pointerSize) {
        if (version == 0) {
            bytes.u32(threadId).u32(processId);
            return;
        }
        bytes.u32(processId).u32(threadId);
        boolean over = kind == Kind.END || kind == Kind.RUNDOWN_AT_END;
        if (version == 1 && over) {
            return;
        }
        long affinityOrStartAddress = version >= 3 ? 3 : USER_CODE;
        bytes.pointer(KERNEL_STACK, pointerSize)
                .pointer(KERNEL_STACK - 0x6000, pointerSize)
                .pointer(0, pointerSize)
                .pointer(0, pointerSize)
                .pointer(affinityOrStartAddress, pointerSize)
                .pointer(USER_CODE, pointerSize);
        if (version == 1) {
            bytes.u8(0);
            return;
        }
        bytes.pointer(USER_CODE - 0x30000000L, pointerSize).u32(0);
        if (version == 2) {
            return;
        }
        bytes.u8(basePriority).u8(5).u8(2).u8(0);
        if (name != null) {
            bytes.utf16(name);
        }
    }
}
