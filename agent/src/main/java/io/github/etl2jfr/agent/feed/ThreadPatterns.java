package io.github.etl2jfr.agent.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Which threads the user asked for, by name or id. */
final class ThreadPatterns {
    private final List<Pattern> patterns = new ArrayList<>();

    /**
     * @param wanted names and ids, in which {@code *} stands for anything; none for all threads
     */
    ThreadPatterns(List<String> wanted) {
        for (String text : wanted) {
            StringBuilder pattern = new StringBuilder();
            for (String part : text.split("\\*", -1)) {
                pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
            }
            patterns.add(Pattern.compile(pattern.toString()));
        }
    }

    /**
     * Whether a thread is one of them.
     *
     * @param nameAndId as in {@code worker-1 (4711)}
     */
    boolean match(long id, String nameAndId) {
        if (patterns.isEmpty()) {
            return true;
        }
        String idText = Long.toString(id);
        String suffix = " (" + idText + ")";
        String name =
                nameAndId.endsWith(suffix) ? nameAndId.substring(0, nameAndId.length() - suffix.length()) : nameAndId;
        return patterns.stream()
                .anyMatch(pattern -> pattern.matcher(name).matches()
                        || pattern.matcher(idText).matches());
    }
}
