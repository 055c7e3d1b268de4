package io.github.etl2jfr.views.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.model.Session;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceNotesTest {
    @ParameterizedTest
    @CsvSource({
        "java, , those of java",
        ", GC*, GC*",
        ", those of this JVM, those of this JVM",
        "'java, 7', 'GC*, main', 'GC*, main of java, 7'"
    })
    void leftOutThreads(String processes, String threads, String kept) {
        Session.LeftOut leftOut = new Session.LeftOut(0, 0, 0, processes, threads, null);
        assertThat(TraceNotes.leftOut(leftOut)).isEqualTo("all threads but " + kept);
    }
}
