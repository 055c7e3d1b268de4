package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents show what {@code view} and {@code compare} print of the samples. */
class DocumentedViewsTest {
    private static final Path MERGED = Path.of("..", "jfr-views", "samples", "contention-merged.jfr");

    /** The command in a block of its own, and then what it prints; perhaps without the head, up to the empty line. */
    private static final Pattern VIEW =
            Pattern.compile("```\netl2jfr ((?:view|compare) [^\n]*)\n```\n\n```\n(.*?)```\n", Pattern.DOTALL);

    /** A recording that the document makes to show it. */
    private static final Pattern CONVERSION = Pattern.compile("(?m)^etl2jfr (--force .*) ((?:first|second)\\.jfr)$");

    /** Set it to write the documents anew. */
    private static final String UPDATE_PROPERTY = "etl2jfr.update-docs";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/views.md", "docs/reading-the-lanes.md"})
    void showsWhatIsPrinted(String name) throws IOException {
        Path file = Path.of("..", name);
        String document = Files.readString(file);
        CONVERSION.matcher(document).results().forEach(each -> Program.run(
                        (Object[]) arguments("--quiet " + each.group(1) + " " + each.group(2)))
                .succeeded());
        String printed = VIEW.matcher(document).replaceAll(view -> {
            String output = output(view.group(1));
            String head = output.substring(0, output.indexOf("\n\n") + 2);
            int shown = view.start(2) - view.start();
            return Matcher.quoteReplacement(view.group().substring(0, shown)
                    + (view.group(2).startsWith("contention-full.etl: ") ? output : output.substring(head.length()))
                    + "```\n");
        });
        assertThat(VIEW.matcher(document).results().count()).isPositive();
        if (Boolean.getBoolean(UPDATE_PROPERTY)) {
            Files.writeString(file, printed);
        } else {
            assertThat(document)
                    .as(
                            "to update: mvn -pl converter -am test -Dtest=DocumentedViewsTest"
                                    + " -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
                            UPDATE_PROPERTY)
                    .isEqualTo(printed);
        }
    }

    private String output(String command) {
        return Program.run((Object[]) arguments(command)).succeeded().out();
    }

    private String[] arguments(String command) {
        return command.replace("merged.jfr", "" + MERGED)
                .replace("converter/samples/", "samples/")
                .replaceAll("first\\.jfr|second\\.jfr", directory + "/$0")
                .split(" ", -1);
    }
}
