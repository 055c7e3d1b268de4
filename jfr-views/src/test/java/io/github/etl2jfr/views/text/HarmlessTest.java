package io.github.etl2jfr.views.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Other people's text does nothing to a terminal, a log, a web page or a reader of JSON. */
class HarmlessTest {
    @Test
    void whatCommandsATerminalIsShown() {
        assertThat(Harmless.text("\033[2Jevil\r\n.exe")).isEqualTo("\\u001b[2Jevil\\u000d\\u000a.exe");
        assertThat(Harmless.text("C1 \u009b31m")).isEqualTo("C1 \\u009b31m");
        assertThat(Harmless.text("\u202Etxt.exe \u2028 \u200B")).isEqualTo("\\u202etxt.exe \\u2028 \\u200b");
        assertThat(Harmless.text("half \uD83D")).isEqualTo("half \\ud83d");
        assertThat(Harmless.text("\uDB40\uDC01")).isEqualTo("\\udb40\\udc01");
    }

    /** C0, DEL and C1; line and paragraph separator; what turns the writing round, and isolates; what nobody sees. */
    @Test
    void allThatAreKnownToDoHarm() {
        IntStream.of(
                        0x00, 0x1F, 0x7F, 0x9F, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF,
                        0x3164, 0x2800, 0xFE0F, 0x115F, 0xFFA0, 0x180B, 0x034F)
                .forEach(character -> assertThat(Harmless.text("a" + Character.toString(character)))
                        .isEqualTo("a\\u%04x".formatted(character)));
        IntStream.concat(IntStream.range(0, 0x20), IntStream.range(0x7F, 0xA0))
                .forEach(character ->
                        assertThat(Harmless.text(Character.toString(character))).hasSize(6));
    }

    @Test
    void whatIsHarmlessStaysAsItIs() {
        String names = "Grüße 程序 \uD83D\uDE00 C:\\Program Files\\a.exe";
        assertThat(Harmless.text(names)).isSameAs(names);
    }

    @Test
    void whatCommandsAPageIsShown() {
        assertThat(Harmless.html("<b title=\"a\" id='b'>&\033"))
                .isEqualTo("&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;&amp;\\u001b");
    }

    @Test
    void whatAnEncodingLacksIsShown() {
        String names = "Grüße 程序 \uD83D\uDE00 \033";
        assertThat(Harmless.encodable(names, StandardCharsets.UTF_8.newEncoder()))
                .isSameAs(names);
        assertThat(Harmless.encodable(names, StandardCharsets.ISO_8859_1.newEncoder()))
                .isEqualTo("Grüße \\u7a0b\\u5e8f \\ud83d\\ude00 \033");
    }

    /** In ASCII: whatever encoding it is printed in, it is UTF-8 as well. */
    @Test
    void jsonKeepsItsLinesAndItsMeaning() {
        String json = "{\n  \"name\": \"\u009b31m\u202E\u007Fß\uD83D\uDE00\"\n}";
        assertThat(Harmless.json(json))
                .isEqualTo("{\n  \"name\": \"\\u009b31m\\u202e\\u007f\\u00df\\ud83d\\ude00\"\n}");
        assertThat(JsonParser.parseString(Harmless.json(json))).isEqualTo(JsonParser.parseString(json));
    }
}
