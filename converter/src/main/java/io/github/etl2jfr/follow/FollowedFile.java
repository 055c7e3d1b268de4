package io.github.etl2jfr.follow;

import io.github.etl2jfr.etl.BufferEntry;
import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.BufferWalk;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.kernel.BufferSurvey;
import io.github.etl2jfr.kernel.IdentitySink;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import io.github.etl2jfr.scheduler.LiveSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;

/** A file that grows, and how far it was read. */
final class FollowedFile implements Closeable {
    /** One processor's table of so many decoded events is in memory. */
    private static final int MAX_PIECE_EVENTS = 512;

    private final EtlFile file;
    private final DamageLog damage;
    private final BufferWalk walk;
    private final IdentitySink identities;
    private final BufferSurvey survey;
    private final LiveSource source;

    private final Object identity;

    private long size;
    private long buffers;

    /** Where the last buffer ends, if all of it is there. */
    private long wholeUntil;

    FollowedFile(EtlFile file, DamageLog damage, IdentitySink identities) throws IOException, InputException {
        this.file = file;
        this.damage = damage;
        this.walk = new BufferWalk(file);
        this.identities = identities;
        this.survey = new BufferSurvey(file, damage, MAX_PIECE_EVENTS);
        this.source = new LiveSource(file);
        this.identity = identityNow();
    }

    EtlFile file() {
        return file;
    }

    BufferSurvey survey() {
        return survey;
    }

    LiveSource source() {
        return source;
    }

    /**
     * Looks how large the file is now, and whether it is still the same trace's.
     *
     * @return whether there may be something to read
     */
    boolean hasGrown() throws IOException, InputException {
        long now = file.currentSize();
        if (now < walk.position()) {
            throw new InputException("the file became shorter while it was followed; follow it anew");
        }
        if (!file.isSameSession()) {
            throw new InputException("another trace was written over it while it was followed; follow that one anew");
        }
        if (now < size) {
            // A session gives back what it had got beforehand (EVENT_TRACE_FILE_MODE_PREALLOCATE).
            file.endsAt(now);
        }
        if (now == size && walk.position() == now) {
            return false;
        }
        size = now;
        return now - walk.position() >= BufferHeader.SIZE;
    }

    /** Makes sure that the name still stands for the file. */
    void requireSame() throws IOException, InputException {
        if (!identity.equals(identityNow())) {
            throw new InputException("another file took its name while it was followed; follow that one anew");
        }
    }

    private Object identityNow() throws IOException, InputException {
        try {
            return identity(Files.readAttributes(file.path(), BasicFileAttributes.class));
        } catch (NoSuchFileException e) {
            throw new InputException("the file is gone");
        }
    }

    /** Tells a file from another that takes its name. */
    static Object identity(BasicFileAttributes attributes) {
        Object key = attributes.fileKey();
        // Windows tells no key.
        return key == null ? attributes.creationTime() : key;
    }

    /** Whether the session says that it has ended, and everything is read. */
    boolean isEnded() throws IOException {
        return walk.position() >= size && file.saysEnded(buffers);
    }

    /** Whether the file ends with a buffer, all of which is there. */
    boolean endsWithBuffer() {
        return wholeUntil == walk.position();
    }

    /** Whether no buffer is missing of those that the log file header counts. */
    boolean isWhole() throws IOException, InputException {
        LogFileHeader header = file.currentHeader();
        return !header.countsBuffers() || header.buffersWritten() <= buffers;
    }

    /**
     * The next buffer of which all is there.
     *
     * @param isWhole whether nothing will be appended
     * @return null if there is none
     */
    SurveyedBuffer next(boolean isWhole) throws IOException {
        BufferEntry entry = walk.next(size, isWhole, damage);
        if (entry == null) {
            return null;
        }
        buffers++;
        wholeUntil = entry.truncated() ? 0 : walk.position();
        return survey.scan(entry, identities);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
