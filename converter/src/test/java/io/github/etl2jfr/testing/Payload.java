package io.github.etl2jfr.testing;

/** The data of one kind of event, without its header. */
public interface Payload {
    /** Group and opcode: {@code group << 8 | opcode}. */
    int hook();

    /** The version that tells the layout. */
    int version();

    /** Appends the data as an event with pointers of {@code pointerSize} bytes carries it. */
    void writeTo(Bytes bytes, int pointerSize);

    default byte[] toBytes(int pointerSize) {
        Bytes bytes = new Bytes();
        writeTo(bytes, pointerSize);
        return bytes.toByteArray();
    }
}
