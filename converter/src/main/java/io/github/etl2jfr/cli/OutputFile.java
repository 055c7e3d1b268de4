package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.system.PendingFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** What a command demands of the file that it shall write, before it begins. */
final class OutputFile {
    /** Unix's standard streams as files, some behind symbolic links. */
    private static final List<Path> STREAMS = List.of(
            Path.of("/dev/stdout"), Path.of("/dev/stderr"), Path.of("/dev/fd"), Path.of("/dev/null"), Path.of("/proc"));

    private OutputFile() {}

    /** What is written if the user names nothing: called like the input, but for the suffix, or both of an archive. */
    static Path beside(Path input, String suffix) {
        String name = input.getFileName().toString().replaceFirst("(?i)(?<=\\.etl)\\.zip$", "");
        int end = name.lastIndexOf('.');
        return input.resolveSibling((end > 0 ? name.substring(0, end) : name) + suffix);
    }

    /**
     * It has a directory, and nothing is there unless that may be replaced: nothing that is no file, and none that is
     * reached by a detour, as what is written would take the place of either.
     */
    static void requirePlace(Path output, boolean force) throws IOException, UsageException {
        Path absolute = output.toAbsolutePath().normalize();
        if (output.equals(ConvertCommand.STREAM) || STREAMS.stream().anyMatch(absolute::startsWith)) {
            throw new UsageException(output + ": etl2jfr writes files, not streams; name one");
        }
        if (Files.isDirectory(output)) {
            throw new UsageException(output + " is a directory; name the file to write");
        }
        Path directory = output.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory)) {
            throw new FileSystemException(directory.toString(), null, "no such directory");
        }
        BasicFileAttributes existing;
        try {
            existing = Files.readAttributes(output, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            if (RecordingInput.isCalledTrace(output)) {
                throw new UsageException(output + " is named like a trace; name another file to write");
            }
            return;
        }
        if (existing.isSymbolicLink()) {
            throw new UsageException(output + " is a symbolic link; name the file itself, or remove the link");
        }
        if (!EtlFile.isFile(existing)) {
            throw new UsageException(output + " is not a regular file");
        }
        if (RecordingInput.isTrace(output)) {
            throw new UsageException(output + " is a trace and is never replaced; name another file to write");
        }
        if (RecordingInput.isMadeByJvm(output)) {
            throw new UsageException(
                    output + " is a JVM's own recording and is never replaced; name another file to write");
        }
        if (!force) {
            throw PendingFile.exists(output);
        }
    }

    /** It is not what is to be read. */
    static void requireOther(Path output, Path input, String what) throws IOException, UsageException {
        if (Files.exists(output) && Files.isSameFile(input, output)) {
            throw new UsageException("%s is %s itself; name another file to write".formatted(output, what));
        }
    }
}
