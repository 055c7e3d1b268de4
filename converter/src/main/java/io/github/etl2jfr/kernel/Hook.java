package io.github.etl2jfr.kernel;

/**
 * The kernel events this project decodes, by their hook: group in the high byte, type in the low.
 * Values: the PERFINFO_LOG_TYPE_… and WMI_LOG_TYPE_… constants of ntwmi.h.
 */
public final class Hook {
    public static final int GROUP_MASKS_END = 0x0005;
    public static final int GROUP_MASKS = 0x0020;

    public static final int PROCESS_START = 0x0301;
    public static final int PROCESS_END = 0x0302;
    public static final int PROCESS_RUNDOWN_START = 0x0303;
    public static final int PROCESS_RUNDOWN_END = 0x0304;
    public static final int PROCESS_DEFUNCT = 0x0327;

    public static final int THREAD_START = 0x0501;
    public static final int THREAD_END = 0x0502;
    public static final int THREAD_RUNDOWN_START = 0x0503;
    public static final int THREAD_RUNDOWN_END = 0x0504;
    public static final int CONTEXT_SWITCH = 0x0524;
    public static final int COMPACT_CONTEXT_SWITCHES = 0x0525;
    public static final int READY_THREAD = 0x0532;
    public static final int THREAD_SET_NAME = 0x0548;

    private Hook() {}

    /** The event's name for people, as Windows' tools spell it, or null. */
    public static String name(int hook) {
        return switch (hook) {
            case 0x0000 -> "Header";
            case GROUP_MASKS_END -> "GroupMasksEnd";
            case GROUP_MASKS -> "GroupMasks";
            case PROCESS_START -> "Process/Start";
            case PROCESS_END -> "Process/End";
            case PROCESS_RUNDOWN_START -> "Process/DCStart";
            case PROCESS_RUNDOWN_END -> "Process/DCEnd";
            case PROCESS_DEFUNCT -> "Process/Defunct";
            case THREAD_START -> "Thread/Start";
            case THREAD_END -> "Thread/End";
            case THREAD_RUNDOWN_START -> "Thread/DCStart";
            case THREAD_RUNDOWN_END -> "Thread/DCEnd";
            case CONTEXT_SWITCH -> "CSwitch";
            case COMPACT_CONTEXT_SWITCHES -> "CompactCSwitch";
            case READY_THREAD -> "ReadyThread";
            case THREAD_SET_NAME -> "Thread/SetName";
            default -> null;
        };
    }
}
