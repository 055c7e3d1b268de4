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
     * What to do where a temporary file cannot be written.
     *
     * @param use what goes into the directory, and how: "a trace is unpacked into"
     */
    public static FileSystemException ofTemporary(Path directory, IOException cause, String use) {
        String reason = cause instanceof FileSystemException named ? named.getReason() : cause.getMessage();
        FileSystemException named = new FileSystemException(
                directory.toString(),
                null,
                "%s; %s that directory: make room, or name another with".formatted(lowerCase(reason), use)
                        + " java -Djava.io.tmpdir=DIRECTORY -jar etl2jfr.jar");
        named.initCause(cause);
        return named;
    }

    /** For the user: the file, and in lower case what is wrong with it. */
    public static String line(FileSystemException failure) {
        String reason = failure.getReason();
        if (failure instanceof NoSuchFileException) {
            reason = "no such file";
        } else if (failure instanceof AccessDeniedException) {
            reason = "permission denied";
        } else if (reason == null) {
            reason = "cannot be used";
        }
        return failure.getFile() + ": " + lowerCase(reason);
    }

    /** For the words of others, which begin with a word and not with a name that is to be kept. */
    public static String lowerCase(String message) {
        if (message == null || message.isEmpty()) {
            return "failed";
        }
        // An abbreviation at the beginning stays as it is.
        boolean isWord = message.length() < 2 || !Character.isUpperCase(message.charAt(1));
        return isWord ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message;
    }
}
