package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.isUtf16Ended;
import static io.github.etl2jfr.etl.bytes.LittleEndian.latin1;
import static io.github.etl2jfr.etl.bytes.LittleEndian.latin1End;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;
import static io.github.etl2jfr.etl.bytes.LittleEndian.utf16;

import io.github.etl2jfr.etl.EventCursor;

/**
 * Start, end, rundown or last trace of a process, hooks 0x0301 to 0x0304 and 0x0327. Layout: the
 * documented classes Process_V0_TypeGroup1 to Process_TypeGroup1, where a pointer has the size of the
 * event's own header.
 *
 * <pre>
 *   version 0   ProcessId ptr, ParentId ptr,                                                    SID, image
 *   version 1   page directory ptr, ProcessId u32, ParentId u32, SessionId u32, ExitStatus i32, SID, image
 *   version 2   unique key ptr, the same four,                                                  SID, image, command line
 *   version 3   unique key ptr, the same four, directory table ptr,                             SID, image, command line
 *   version 4   unique key ptr, the same four, directory table ptr, flags u32,                  SID, image, command line, …
 *   version 5   as 4, with the exit time at its end
 * </pre>
 *
 * Image is 8-bit text, the command line UTF-16, both end with NUL. The SID is either four zero bytes
 * or a TOKEN_USER (two pointers) and the SID itself: 8 bytes and 4 for each sub-authority.
 *
 * @param processId the process
 * @param parentId the process that created it
 * @param sessionId its terminal session, -1 if unknown
 * @param exitStatus its exit code, meaningful at its end
 * @param image name of its program without path, null if the record ends before it
 * @param commandLine null if unknown
 * @param cutOff whether the event ends before the image or the command line does
 */
public record ProcessRecord(
        int processId, int parentId, int sessionId, int exitStatus, String image, String commandLine, boolean cutOff) {

    /**
     * Decodes the event the cursor stands on.
     *
     * @return null if it is too short
     */
    public static ProcessRecord read(EventCursor event) {
        int version = event.version();
        int pointer = event.pointerSize();
        int ids = version == 0 ? 0 : pointer;
        int idSize = version == 0 ? pointer : 4;
        int sid = version == 0 ? 2 * pointer : pointer + 4 * 4 + (version >= 3 ? pointer : 0) + (version >= 4 ? 4 : 0);
        if (event.payloadSize() < sid) {
            return null;
        }
        byte[] bytes = event.bytes();
        int base = event.payloadOffset();
        int end = event.payloadEnd();
        int image = skipSid(bytes, base + sid, end, pointer);
        int imageEnd = image < 0 ? end : latin1End(bytes, image, end);
        int commandLine = version < 2 ? end : Math.min(imageEnd + 1, end);
        boolean isCommandLineCutOff = commandLine < end && !isUtf16Ended(bytes, commandLine, end);
        return new ProcessRecord(
                i32(bytes, base + ids),
                i32(bytes, base + ids + idSize),
                version == 0 ? -1 : i32(bytes, base + ids + 8),
                version == 0 ? 0 : i32(bytes, base + ids + 12),
                image < 0 ? null : latin1(bytes, image, end),
                version < 2 || imageEnd >= end ? null : utf16(bytes, commandLine, end),
                imageEnd >= end || isCommandLineCutOff);
    }

    ProcessRecord withTexts(String newImage, String newCommandLine) {
        return new ProcessRecord(processId, parentId, sessionId, exitStatus, newImage, newCommandLine, cutOff);
    }

    /** Offset after the SID, or -1 if the event ends before. */
    private static int skipSid(byte[] bytes, int sid, int end, int pointer) {
        if (end - sid < 4) {
            return -1;
        }
        if (i32(bytes, sid) == 0) {
            return sid + 4;
        }
        int revision = sid + 2 * pointer;
        if (end - revision < 2) {
            return -1;
        }
        int after = revision + 8 + 4 * u8(bytes, revision + 1);
        return after <= end ? after : -1;
    }
}
