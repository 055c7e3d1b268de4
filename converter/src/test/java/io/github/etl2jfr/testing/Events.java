package io.github.etl2jfr.testing;

/** Events as a Windows of some build and pointer size logs them: each kind in its usual header and version. */
public final class Events {
    private static final int WINDOWS_7 = 7600;
    private static final int WINDOWS_8 = 9200;
    private static final int WINDOWS_10 = 10240;
    private static final int WINDOWS_10_1703 = 15063;
    private static final int WINDOWS_10_1709 = 16299;

    private final int pointerSize;
    private final int build;

    private Events(int pointerSize, int build) {
        this.pointerSize = pointerSize;
        this.build = build;
    }

    public static Events of(int pointerSize, int build) {
        return new Events(pointerSize, build);
    }

    /** The version of CSwitch events. */
    public int contextSwitchVersion() {
        if (build < WINDOWS_10_1703) {
            return 2;
        }
        return build < WINDOWS_10_1709 ? 3 : 4;
    }

    /** The version of thread start, end and rundown events. */
    public int threadVersion() {
        return build < WINDOWS_7 ? 2 : 3;
    }

    /** The version of process start, end and rundown events. */
    public int processVersion() {
        if (build < WINDOWS_7) {
            return 2;
        }
        return build < WINDOWS_8 ? 3 : 4;
    }

    /** Whether thread records end in a name. */
    public boolean namesThreads() {
        return build >= WINDOWS_10;
    }

    /** In the header that carries no ids. */
    public EventBytes contextSwitch(long time, ContextSwitch payload) {
        return EventBytes.of(HeaderType.perfInfo(pointerSize), payload).time(time);
    }

    public EventBytes compactBatch(long time, CompactBatch payload) {
        return EventBytes.of(HeaderType.perfInfo(pointerSize), payload).time(time);
    }

    /** In the header that carries no ids: the waker is whoever runs there. */
    public EventBytes readyThread(long time, ReadyThread payload) {
        return EventBytes.of(HeaderType.perfInfo(pointerSize), payload).time(time);
    }

    /** In a header that names the waker. */
    public EventBytes readyThread(long time, int wakerThreadId, ReadyThread payload) {
        return EventBytes.of(HeaderType.compact(pointerSize), payload)
                .threadId(wakerThreadId)
                .time(time);
    }

    /** The header's ids are the logging thread's: of a start event the creator's. */
    public EventBytes thread(long time, int loggingThreadId, int loggingProcessId, ThreadRecord payload) {
        return EventBytes.of(HeaderType.system(pointerSize), payload)
                .threadId(loggingThreadId)
                .processId(loggingProcessId)
                .time(time);
    }

    public EventBytes threadName(long time, int loggingThreadId, int loggingProcessId, ThreadName payload) {
        return EventBytes.of(HeaderType.system(pointerSize), payload)
                .threadId(loggingThreadId)
                .processId(loggingProcessId)
                .time(time);
    }

    /** Since Windows 8 the rundown's process events come in the header without ids. */
    public EventBytes process(long time, int loggingThreadId, int loggingProcessId, ProcessRecord payload) {
        boolean logged = payload.kind() == ProcessRecord.Kind.START || payload.kind() == ProcessRecord.Kind.END;
        HeaderType type =
                logged || build < WINDOWS_8 ? HeaderType.system(pointerSize) : HeaderType.perfInfo(pointerSize);
        return EventBytes.of(type, payload)
                .threadId(loggingThreadId)
                .processId(loggingProcessId)
                .time(time);
    }

    public EventBytes groupMasks(long time, GroupMasks payload) {
        return EventBytes.of(HeaderType.perfInfo(pointerSize), payload).time(time);
    }
}
