package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.conversion.NamePattern;
import java.util.List;

/** Which threads the user asked for, by name or id. */
final class ThreadPatterns {
    private final List<NamePattern> patterns;

    /**
     * @param wanted names and ids; none for all threads
     */
    ThreadPatterns(List<String> wanted) {
        patterns = wanted.stream().map(NamePattern::new).toList();
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
                .anyMatch(pattern -> pattern.matches(name) || pattern.matches(nameAndId) || pattern.matches(idText));
    }
}
