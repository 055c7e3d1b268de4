package io.github.etl2jfr.testing;

/**
 * A thread gets a name: hook 0x0548. u32 process id, u32 thread id, UTF-16 name.
 *
 * @param processId the thread's process
 * @param threadId the thread
 * @param name its name from now on
 */
public record ThreadName(int processId, int threadId, String name) implements Payload {
    @Override
    public int hook() {
        return 0x0548;
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public void writeTo(Bytes bytes, int pointerSize) {
        bytes.u32(processId).u32(threadId).utf16(name);
    }
}
