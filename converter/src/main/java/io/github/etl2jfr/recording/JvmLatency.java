package io.github.etl2jfr.recording;

import java.util.List;

/** The JVM's events that take time on a thread and may have taken longer than they need have. */
public enum JvmLatency {
    GARBAGE_COLLECTION("jdk.GarbageCollection", "name"),
    GC_PHASE_PAUSE("jdk.GCPhasePause", "name"),
    GC_PHASE_PAUSE_1("jdk.GCPhasePauseLevel1", "name"),
    GC_PHASE_PAUSE_2("jdk.GCPhasePauseLevel2", "name"),
    GC_PHASE_PAUSE_3("jdk.GCPhasePauseLevel3", "name"),
    GC_PHASE_PAUSE_4("jdk.GCPhasePauseLevel4", "name"),
    GC_PHASE_CONCURRENT("jdk.GCPhaseConcurrent", "name"),
    GC_PHASE_CONCURRENT_1("jdk.GCPhaseConcurrentLevel1", "name"),
    GC_PHASE_CONCURRENT_2("jdk.GCPhaseConcurrentLevel2", "name"),
    GC_PHASE_PARALLEL("jdk.GCPhaseParallel", "name"),
    Z_YOUNG_GARBAGE_COLLECTION("jdk.ZYoungGarbageCollection"),
    Z_OLD_GARBAGE_COLLECTION("jdk.ZOldGarbageCollection"),
    Z_ALLOCATION_STALL("jdk.ZAllocationStall", "type"),
    SYSTEM_GC("jdk.SystemGC"),
    SAFEPOINT_BEGIN("jdk.SafepointBegin"),
    SAFEPOINT_STATE_SYNCHRONIZATION("jdk.SafepointStateSynchronization"),
    SAFEPOINT_LATENCY("jdk.SafepointLatency", "threadState"),
    SAFEPOINT_CLEANUP("jdk.SafepointCleanup"),
    SAFEPOINT_END("jdk.SafepointEnd"),
    EXECUTE_VM_OPERATION("jdk.ExecuteVMOperation", "operation"),
    JAVA_MONITOR_ENTER("jdk.JavaMonitorEnter", "monitorClass"),
    JAVA_MONITOR_WAIT("jdk.JavaMonitorWait", "monitorClass"),
    THREAD_PARK("jdk.ThreadPark", "parkedClass"),
    THREAD_SLEEP("jdk.ThreadSleep"),
    SOCKET_CONNECT("jdk.SocketConnect", "host", "address"),
    SOCKET_READ("jdk.SocketRead", "host", "address"),
    SOCKET_WRITE("jdk.SocketWrite", "host", "address"),
    FILE_READ("jdk.FileRead", "path"),
    FILE_WRITE("jdk.FileWrite", "path"),
    FILE_FORCE("jdk.FileForce", "path"),
    CLASS_LOAD("jdk.ClassLoad", "loadedClass"),
    REDEFINE_CLASSES("jdk.RedefineClasses"),
    RETRANSFORM_CLASSES("jdk.RetransformClasses"),
    NATIVE_LIBRARY_LOAD("jdk.NativeLibraryLoad", "name"),
    METHOD_TRACE("jdk.MethodTrace", "method"),
    HEAP_DUMP("jdk.HeapDump", "destination");

    private final String typeName;
    private final List<String> detailFields;

    JvmLatency(String typeName, String... detailFields) {
        this.typeName = typeName;
        this.detailFields = List.of(detailFields);
    }

    /** Whether Java threads stand still in it: the VM thread has them stop, and does the work or has it done. */
    public boolean isPause() {
        return switch (this) {
            case GC_PHASE_PAUSE, GC_PHASE_PAUSE_1, GC_PHASE_PAUSE_2, GC_PHASE_PAUSE_3, GC_PHASE_PAUSE_4 -> true;
            default -> false;
        };
    }

    public String typeName() {
        return typeName;
    }

    /** Fields that tell what it was about; the first that says something counts. */
    public List<String> detailFields() {
        return detailFields;
    }
}
