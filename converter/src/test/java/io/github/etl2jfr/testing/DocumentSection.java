package io.github.etl2jfr.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a document that is what the code says, between the lines {@code <!-- NAME -->} and
 * {@code <!-- end of NAME -->}.
 */
public final class DocumentSection {
    /** Set it to write the documents anew. */
    private static final String UPDATE_PROPERTY = "etl2jfr.update-docs";

    private DocumentSection() {}

    /** Makes sure that a section of a document in docs is what it should be, or writes it. */
    public static void assertIs(String expected, String name, String document, Class<?> test) throws IOException {
        Path path = Path.of("..", "docs", document);
        String text = Files.readString(path);
        String begin = "<!-- " + name + " -->\n";
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf("<!-- end of " + name + " -->\n");
        if (Boolean.getBoolean(UPDATE_PROPERTY)) {
            Files.writeString(path, text.substring(0, from) + expected + text.substring(to));
        } else {
            assertThat(text.substring(from, to))
                    .as(
                            "to update: mvn -pl converter -am test -Dtest=%s"
                                    + " -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
                            test.getSimpleName(), UPDATE_PROPERTY)
                    .isEqualTo(expected);
        }
    }
}
