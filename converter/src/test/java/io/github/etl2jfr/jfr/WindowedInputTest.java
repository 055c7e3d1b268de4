package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowedInputTest {
    private static WindowedInput input(String hex) {
        return new WindowedInput(HexFormat.of().parseHex(hex));
    }

    /** The ninth byte holds eight bits. */
    @ParameterizedTest
    @CsvSource({
        "00, 0",
        "7F, 127",
        "8001, 128",
        "FFFFFFFF0F, 4294967295",
        "FFFFFFFFFFFFFFFF7F, 9223372036854775807",
        "808080808080808080, -9223372036854775808",
        "FFFFFFFFFFFFFFFFFF, -1"
    })
    void readsNumbers(String hex, long expected) throws Exception {
        WindowedInput input = input(hex);
        assertThat(input.readLong()).isEqualTo(expected);
        assertThat(input.remaining()).isZero();
    }

    @Property
    void readsTheNumbersThatAreWritten(@ForAll @Size(max = 50) long[] numbers) throws Exception {
        EventBuffer sink = new EventBuffer();
        for (long number : numbers) {
            sink.putLong(number);
        }
        WindowedInput input = new WindowedInput(sink.toArray());
        for (long number : numbers) {
            assertThat(input.readLong()).isEqualTo(number);
        }
        assertThat(input.remaining()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {"00, null", "01, ''", "0303C3A961, \u00e9a", "0402E90161, \u00e9a", "0502E961, \u00e9a"})
    void readsTexts(String hex, String expected) throws Exception {
        WindowedInput input = input(hex);
        assertThat(input.readString()).isEqualTo(expected);
        assertThat(input.remaining()).isZero();
        WindowedInput skipping = input(hex);
        skipping.skipString();
        assertThat(skipping.remaining()).isZero();
    }

    @Test
    void aTextInThePoolHasAKey() throws Exception {
        WindowedInput input = input("02810100");
        assertThat(input.readString()).isNull();
        assertThat(input.stringKey()).isEqualTo(129);
        assertThat(input.readString()).isNull();
        assertThat(input.stringKey()).isZero();
    }

    /** Cut off, of an unknown kind, or longer than what there is. */
    @ParameterizedTest
    @CsvSource({"''", "03", "0302C3", "0402E9", "06", "03FFFFFFFF0F", "03FFFFFFFFFFFFFFFFFF", "04FFFF7F61"})
    void whatIsNoTextIsRefused(String hex) {
        assertThatThrownBy(() -> input(hex).readString()).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> input(hex).skipString()).isInstanceOf(InputException.class);
    }

    @Test
    void theLimitIsKept() throws Exception {
        WindowedInput input = input("8001 8001".replace(" ", ""));
        input.limit(3);
        assertThat(input.readLong()).isEqualTo(128);
        assertThatThrownBy(input::readLong).isInstanceOf(InputException.class);
        input.limit(4);
        assertThat(input.readLong()).isEqualTo(128);
        assertThatThrownBy(() -> input.seek(5)).isInstanceOf(InputException.class);
        input.seek(1);
        assertThat(input.readByte()).isEqualTo((byte) 1);
    }

    /** Numbers lie across the edges of windows, and texts are longer than them. */
    @Test
    void theWindowIsNotSeen(@TempDir Path directory) throws Exception {
        EventBuffer sink = new EventBuffer();
        String text = "\u00e9".repeat(100_000);
        for (int i = 0; i < 100_000; i++) {
            sink.putLong(i * 1_000_003L);
        }
        int textPosition = sink.size();
        sink.putString(text);
        sink.putLong(42);
        Path file = Files.write(directory.resolve("numbers"), sink.toArray());
        try (FileChannel channel = FileChannel.open(file)) {
            WindowedInput input = new WindowedInput(channel, file, 0, channel.size());
            readAll(input, text);
            input.seek(0);
            readAll(input, text);
            input.seek(textPosition);
            input.skipString();
            assertThat(input.readLong()).isEqualTo(42);
        }
    }

    /** Somebody writes it anew meanwhile. */
    @Test
    void fileThatBecomesShorter(@TempDir Path directory) throws Exception {
        int window = 1 << 16;
        Path file = Files.write(directory.resolve("zeros"), new byte[2 * window]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            WindowedInput input = new WindowedInput(channel, file, 0, channel.size());
            input.readByte();
            channel.truncate(window);
            for (int i = 1; i < window; i++) {
                input.readByte();
            }
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(input::readByte).isInstanceOf(InputException.class);
                assertThatThrownBy(input::readLong).isInstanceOf(InputException.class);
            }
        }
    }

    private static void readAll(WindowedInput input, String text) throws IOException, InputException {
        for (int i = 0; i < 100_000; i++) {
            assertThat(input.readLong()).isEqualTo(i * 1_000_003L);
        }
        assertThat(input.readString()).isEqualTo(text);
        assertThat(input.readLong()).isEqualTo(42);
        assertThat(input.remaining()).isZero();
    }
}
