package io.github.etl2jfr.testing;

/**
 * A process starts (hook 0x0301), ends (0x0302), was there at the trace's start (0x0303) or end (0x0304), or has ended
 * but is still referred to (0x0327).
 *
 * <p>Layouts: the documented Process_V0_TypeGroup1, Process_V1_TypeGroup1, Process_V2_TypeGroup1 and Process_TypeGroup1
 * (version 3) classes, Microsoft Learn; versions 4 and 5 as found in recorded traces. "ptr" is what the
 * classes qualify as Pointer, "sid" the user: four zero bytes, or a TOKEN_USER (two pointers) and a SID.
 *
 * <pre>
 *   version 0   ptr process id, ptr parent id, sid, image
 *   version 1   ptr page directory, u32 process id, parent id, session, i32 exit status, sid, image
 *   version 2   ptr process key,    u32 process id, parent id, session, i32 exit status, sid, image, command line
 *   version 3   as 2, with ptr directory table base before the sid
 *   version 4   as 3, with u32 flags before the sid, and package and application id at the end
 *   version 5   as 4, with the exit time (FILETIME) at the end; seen in 0x0327 only
 * </pre>
 *
 * <p>The image is of 8-bit characters, the other strings are UTF-16, each ended by a NUL.
 */
public final class ProcessRecord implements Payload {
    private static final long PROCESS_OBJECT = 0xFFFFE000_00000000L;
    private static final long USER_POINTER = 0xFFFFA001_ED2B5000L;

    /** What happened to the process, by opcode. */
    public enum Kind {
        START(0x01),
        END(0x02),
        RUNDOWN_AT_START(0x03),
        RUNDOWN_AT_END(0x04),
        DEFUNCT(0x27);

        private final int opcode;

        Kind(int opcode) {
            this.opcode = opcode;
        }
    }

    private final Kind kind;
    private int version = 4;
    private int processId;
    private int parentId;
    private int session;
    private int exitStatus;
    private Sid sid = Sid.LOCAL_SYSTEM;
    private String image = "";
    private String commandLine = "";
    private String packageFullName = "";
    private String applicationId = "";
    private long exitTime;

    private ProcessRecord(Kind kind) {
        this.kind = kind;
    }

    public static ProcessRecord of(Kind kind) {
        return new ProcessRecord(kind);
    }

    public Kind kind() {
        return kind;
    }

    public ProcessRecord version(int newVersion) {
        version = newVersion;
        return this;
    }

    public ProcessRecord processId(int newProcessId) {
        processId = newProcessId;
        return this;
    }

    public ProcessRecord parentId(int newParentId) {
        parentId = newParentId;
        return this;
    }

    public ProcessRecord session(int newSession) {
        session = newSession;
        return this;
    }

    public ProcessRecord exitStatus(int newExitStatus) {
        exitStatus = newExitStatus;
        return this;
    }

    /** The user; null for none. */
    public ProcessRecord sid(Sid newSid) {
        sid = newSid;
        return this;
    }

    public ProcessRecord image(String newImage) {
        image = newImage;
        return this;
    }

    public ProcessRecord commandLine(String newCommandLine) {
        commandLine = newCommandLine;
        return this;
    }

    public ProcessRecord packageFullName(String newPackageFullName) {
        packageFullName = newPackageFullName;
        return this;
    }

    public ProcessRecord applicationId(String newApplicationId) {
        applicationId = newApplicationId;
        return this;
    }

    public ProcessRecord exitTime(long fileTime) {
        exitTime = fileTime;
        return this;
    }

    @Override
    public int hook() {
        return 0x0300 | kind.opcode;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public void writeTo(Bytes bytes, int pointerSize) {
        if (version == 0) {
            bytes.pointer(processId, pointerSize).pointer(parentId, pointerSize);
        } else {
            long uniqueKey = PROCESS_OBJECT + (processId & 0xFFFF_FFFFL) * 0x40;
            bytes.pointer(uniqueKey, pointerSize)
                    .u32(processId)
                    .u32(parentId)
                    .u32(session)
                    .u32(exitStatus);
        }
        if (version >= 3) {
            bytes.pointer(0x18_7000, pointerSize);
        }
        if (version >= 4) {
            bytes.u32(0);
        }
        if (sid == null) {
            bytes.u32(0);
        } else {
            bytes.pointer(USER_POINTER, pointerSize).pointer(0, pointerSize);
            sid.writeTo(bytes);
        }
        bytes.latin1(image);
        if (version >= 2) {
            bytes.utf16(commandLine);
        }
        if (version >= 4) {
            bytes.utf16(packageFullName).utf16(applicationId);
        }
        if (version >= 5) {
            bytes.u64(exitTime);
        }
    }
}
