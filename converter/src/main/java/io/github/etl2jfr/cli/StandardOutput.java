package io.github.etl2jfr.cli;

import io.github.etl2jfr.views.text.Harmless;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.function.UnaryOperator;

/**
 * Writes to standard output in that one's own encoding, which on Windows is the console's. What it has no character for
 * is written otherwise: question marks would make all names of another script the same, and milliseconds of
 * microseconds.
 */
final class StandardOutput extends FilterWriter {
    private final CharsetEncoder encoder;

    private StandardOutput(PrintStream stream, Charset charset) {
        super(new OutputStreamWriter(stream, charset));
        encoder = charset.newEncoder();
    }

    /** Such as {@link System#out} is now. */
    static PrintWriter writer() {
        return new PrintWriter(current(), true);
    }

    /** What becomes of a text in it: who puts texts below each other has to know how long they get. */
    static UnaryOperator<String> spelling() {
        return current()::encodable;
    }

    @SuppressWarnings("SystemOut")
    private static StandardOutput current() {
        return new StandardOutput(System.out, charset(System.out));
    }

    /** Java 18 and later can be asked; before, a property of the JDK's tells, where there is a console. */
    private static Charset charset(PrintStream stream) {
        try {
            return (Charset) PrintStream.class.getMethod("charset").invoke(stream);
        } catch (ReflectiveOperationException e) {
            String name = System.getProperty("sun.stdout.encoding");
            return name != null && Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
        }
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        out.write(encodable(text.substring(offset, offset + length)));
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        write(new String(text, offset, length), 0, length);
    }

    @Override
    public void write(int character) throws IOException {
        write(Character.toString(character), 0, 1);
    }

    private String encodable(String text) {
        if (encoder.canEncode(text)) {
            return text;
        }
        String units = encoder.canEncode('µ') ? text : text.replace('µ', 'u');
        return Harmless.encodable(encoder.canEncode('±') ? units : units.replace("±", "+-"), encoder);
    }
}
