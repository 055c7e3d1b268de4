package io.github.etl2jfr.agent.live;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Gives chunks to the recordings that run, as JFR gives them its own, which keep, trim, copy and delete them as they do
 * those. JFR's inside, as this JDK has it:
 *
 * <pre>
 *                         JDK 17                    25
 *   file of a chunk       SecuritySupport.SafePath  java.nio.file.Path
 *   users of a new chunk  none                      one, who made it
 * </pre>
 *
 * Whoever asks holds JFR's lock, which is that of its recorder.
 */
final class RepositoryAccess {
    private static final String PACKAGE = "jdk.jfr.internal.";

    private final Object recorder;
    private final Field currentChunk;
    private final Method getRecordings;
    private final Method getState;
    private final Method isToDisk;
    private final Method getSettings;
    private final Method getRecording;
    private final Method appendChunk;
    private final Constructor<?> newChunk;
    private final Constructor<?> newPath;
    private final Method getFile;
    private final Method setStartTime;
    private final Method finish;
    private final Field users;
    private final Method use;
    private final Method release;

    private RepositoryAccess() throws ReflectiveOperationException {
        Class<?> access = Class.forName(PACKAGE + "PrivateAccess");
        Class<?> recorderType = Class.forName(PACKAGE + "PlatformRecorder");
        Class<?> recordingType = Class.forName(PACKAGE + "PlatformRecording");
        Class<?> chunkType = Class.forName(PACKAGE + "RepositoryChunk");
        Object instance = method(access, access, "getInstance").invoke(null);
        recorder = method(access, recorderType, "getPlatformRecorder").invoke(instance);
        currentChunk = field(recorderType, chunkType, "currentChunk");
        getRecordings = method(recorderType, List.class, "getRecordings");
        getState = method(recordingType, RecordingState.class, "getState");
        isToDisk = method(recordingType, boolean.class, "isToDisk");
        getSettings = method(recordingType, Map.class, "getSettings");
        getRecording = method(recordingType, Recording.class, "getRecording");
        appendChunk = method(recordingType, void.class, "appendChunk", chunkType);
        newChunk = accessible(only(chunkType.getDeclaredConstructors()));
        Class<?> fileType = newChunk.getParameterTypes()[0];
        newPath = fileType == Path.class ? null : accessible(fileType.getDeclaredConstructor(Path.class));
        getFile = method(chunkType, fileType, "getFile");
        setStartTime = method(chunkType, void.class, "setStartTime", Instant.class);
        finish = method(chunkType, boolean.class, "finish", Instant.class);
        users = field(chunkType, int.class, "refCount");
        use = method(chunkType, void.class, "use");
        release = method(chunkType, void.class, "release");
        if (recorder == null
                || newChunk.getParameterCount() != 1
                // Whoever begins a new chunk must have the lock that we take.
                || !Modifier.isSynchronized(
                        method(recorderType, void.class, "rotateDisk").getModifiers())) {
            throw new NoSuchMethodException("unexpected " + recorderType);
        }
    }

    /**
     * Finds all that is needed, in a package that is open.
     *
     * @throws UnavailableException if something is not there
     */
    static RepositoryAccess open() throws UnavailableException {
        try {
            return new RepositoryAccess();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new UnavailableException("JFR's repository is not as expected: " + e, e);
        }
    }

    private static <T> T only(T[] all) throws NoSuchMethodException {
        if (all.length != 1) {
            throw new NoSuchMethodException(Arrays.toString(all));
        }
        return all[0];
    }

    private static <T extends AccessibleObject> T accessible(T member) {
        member.setAccessible(true);
        return member;
    }

    private static Method method(Class<?> owner, Class<?> result, String name, Class<?>... parameters)
            throws NoSuchMethodException {
        Method method = accessible(owner.getDeclaredMethod(name, parameters));
        if (method.getReturnType() != result) {
            throw new NoSuchMethodException("unexpected " + method);
        }
        return method;
    }

    private static Field field(Class<?> owner, Class<?> type, String name) throws NoSuchFieldException {
        Field field = accessible(owner.getDeclaredField(name));
        if (field.getType() != type) {
            throw new NoSuchFieldException("unexpected " + field);
        }
        return field;
    }

    /** JFR's lock: who has it knows that no chunk begins. */
    Object lock() {
        return recorder;
    }

    /** The file that JFR writes; null if it writes none, as all recordings are in memory, or there is none. */
    Path currentFile() throws ReflectiveOperationException {
        Object chunk = currentChunk.get(recorder);
        return chunk == null ? null : Path.of(getFile.invoke(chunk).toString());
    }

    /**
     * Gives a chunk to all recordings that run, but the agent's own. It is deleted when none has it any more, at once
     * if none takes it.
     *
     * @param file a whole chunk
     * @param start when it begins, for those who ask for a span of time
     * @param only null; or the one recording that is to have it
     * @return whether any takes it
     */
    boolean give(Path file, Instant start, Instant end, Recording only) throws ReflectiveOperationException {
        Object chunk = newChunk.newInstance(newPath == null ? file : newPath.newInstance(file));
        if (users.getInt(chunk) == 0) {
            use.invoke(chunk);
        }
        try {
            setStartTime.invoke(chunk, start);
            if (!(boolean) finish.invoke(chunk, end)) {
                throw new InvocationTargetException(null, "the chunk is gone");
            }
            boolean isTaken = false;
            for (Object recording : (List<?>) getRecordings.invoke(recorder)) {
                if (takes(recording, only)) {
                    appendChunk.invoke(recording, chunk);
                    isTaken = true;
                }
            }
            return isTaken;
        } finally {
            release.invoke(chunk);
        }
    }

    private boolean takes(Object recording, Recording only) throws ReflectiveOperationException {
        if (getState.invoke(recording) != RecordingState.RUNNING || !(boolean) isToDisk.invoke(recording)) {
            return false;
        }
        return only == null
                ? !OwnRecording.isOwn((Map<?, ?>) getSettings.invoke(recording))
                : getRecording.invoke(recording) == only;
    }
}
