package io.github.etl2jfr.etl;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What the system says about a file that is open already, where it leaves out which. */
public final class NamedFailure {
    private NamedFailure() {}

    /** The same, with the file's name unless there is one. */
    public static FileSystemException of(Path file, IOException cause) {
        if (cause instanceof FileSystemException named) {
            return named;
        }
        FileSystemException named = new FileSystemException(file.toString(), null, cause.getMessage());
        named.initCause(cause);
        return named;
    }

    /**
     * What to do where a temporary file cannot be made or written.
     *
     * @param use what goes into the directory, and how: "a trace is unpacked into"
     */
    public static FileSystemException ofTemporary(Path directory, IOException cause, String use) {
        boolean isThere = !(cause instanceof NoSuchFileException);
        String reason = !isThere
                ? "no such directory"
                : cause instanceof FileSystemException named ? reason(named) : cause.getMessage();
        FileSystemException named = new FileSystemException(
                directory.toString(),
                null,
                "%s; %s that directory: %s with"
                                .formatted(
                                        lowerCase(reason), use, isThere ? "make room, or name another" : "name another")
                        + " java -Djava.io.tmpdir=DIRECTORY -jar etl2jfr.jar");
        named.initCause(cause);
        return named;
    }

    /** A failure of a temporary file, where not even that can be made. */
    public static FileSystemException ofTemporary(FileSystemException cause, String use) {
        return ofTemporary(Path.of(System.getProperty("java.io.tmpdir")), cause, use);
    }

    /** A line for the user: the file, and in lower case what is wrong with it. */
    public static String line(FileSystemException failure) {
        return failure.getFile() + ": " + lowerCase(reason(failure));
    }

    private static String reason(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        return failure.getReason() == null ? "cannot be used" : failure.getReason();
    }

    /** Words of others in lower case, as they begin with a word and not with a name that is to be kept. */
    public static String lowerCase(String message) {
        if (message == null || message.isEmpty()) {
            return "failed";
        }
        // An abbreviation at the beginning stays as it is.
        boolean isWord = message.length() < 2 || !Character.isUpperCase(message.charAt(1));
        return isWord ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message;
    }
}
