package io.github.etl2jfr.conversion;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A name or an id as users give it: in any case, and {@code *} stands for anything. */
public final class NamePattern {
    private final String text;
    private final Pattern pattern;

    public NamePattern(String text) {
        this.text = text;
        this.pattern = Pattern.compile(
                Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
    }

    /** What is between commas. In a name with a comma {@code *} stands for that. */
    public static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    /** As the user gave it. */
    @Override
    public String toString() {
        return text;
    }
}
