package io.github.etl2jfr.agent;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import io.github.etl2jfr.system.OperatingSystem;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Another JVM, attached to. */
final class AttachedJvm implements AutoCloseable {
    /** Bytes that an agent's name and options may have, up to the version of Java that has no limit any more. */
    private static final int MAX_PASSED = 1023;

    private static final int FIRST_WITHOUT_LIMIT = 24;

    private static final Duration POLL = Duration.ofMillis(100);

    /** How long the agent may try how it can write; it takes its time where there are many threads. */
    private static final Duration MAX_START = Duration.ofSeconds(60);

    /** How long a JVM may take to end that answers no more. */
    private static final Duration MAX_END = Duration.ofSeconds(1);

    /** A trace that is read this long is a large one. */
    private static final Duration MAX_FEED = Duration.ofSeconds(5);

    private final long processId;
    private final VirtualMachine machine;

    private AttachedJvm(long processId, VirtualMachine machine) {
        this.processId = processId;
        this.machine = machine;
    }

    static List<VirtualMachineDescriptor> list() {
        return VirtualMachine.list();
    }

    static AttachedJvm attach(long processId) throws AttachException {
        Optional<ProcessHandle> process = ProcessHandle.of(processId);
        // On Windows a service's process is hidden from this, but not from attaching.
        if (process.isEmpty() && !OperatingSystem.isWindows()) {
            throw new AttachException("no process %s".formatted(processId));
        }
        requireJvm(processId);
        try {
            return new AttachedJvm(processId, VirtualMachine.attach(Long.toString(processId)));
        } catch (AttachNotSupportedException e) {
            throw new AttachException(("process %s lets nobody attach: it is no HotSpot JVM, hangs, or runs with"
                            + " -XX:+DisableAttachMechanism (%s)")
                    .formatted(processId, e.getMessage()));
        } catch (IOException e) {
            throw failure(
                    processId,
                    "cannot attach to process %s%s"
                            .formatted(
                                    processId,
                                    process.map(AttachedJvm::ofOtherUser).orElse("")),
                    e.getMessage());
        }
    }

    /** What went wrong between this JVM and the other: mostly that the other has ended. */
    private static AttachException failure(long processId, String what, String message) {
        if (hasEnded(processId)) {
            return new AttachException("process %s has ended".formatted(processId));
        }
        // A JVM that does not listen any more has taken its socket's file away, for which the JDK has no words.
        String why = message == null ? "it no longer listens" : message;
        return new AttachException("%s: %s".formatted(what, why));
    }

    /** Whether it has, or does within a second: the connection ends before the process. */
    private static boolean hasEnded(long processId) {
        Optional<ProcessHandle> process = ProcessHandle.of(processId);
        if (process.isEmpty()) {
            // On Windows it may be hidden.
            return !OperatingSystem.isWindows();
        }
        try {
            process.get().onExit().get(MAX_END.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Attaching begins with a signal that ends a process which does not expect it. */
    private static void requireJvm(long processId) throws AttachException {
        Path maps = Path.of("/proc", Long.toString(processId), "maps");
        if (!Files.isReadable(maps)) {
            return;
        }
        try {
            String mapped = Files.readString(maps);
            if (!mapped.contains("libjvm.so")) {
                // A process that has ended has nothing mapped, and is there until its parent takes note.
                throw new AttachException(
                        "process %s is not a JVM%s".formatted(processId, mapped.isEmpty() ? ", or has ended" : ""));
            }
        } catch (IOException e) {
            // Then it is another's, and attaching will say so.
        }
    }

    private static String ofOtherUser(ProcessHandle process) {
        Optional<String> owner = process.info().user();
        Optional<String> self = ProcessHandle.current().info().user();
        return owner.isEmpty() || owner.equals(self) ? "" : ", which is " + owner.get() + "'s";
    }

    /** What its agent tells. */
    Optional<Status> status() throws AttachException {
        return Status.in(properties());
    }

    private Properties properties() throws AttachException {
        try {
            return machine.getSystemProperties();
        } catch (IOException | InternalError e) {
            // The latter on Windows, where a JVM with -XX:+DisableAttachMechanism lets others attach, and no more.
            throw failure(processId, "process %s does not answer".formatted(processId), e.getMessage());
        } catch (IllegalArgumentException e) {
            // The answer ends within an escaped character.
            throw failure(processId, "process %s does not answer".formatted(processId), "its answer is cut off");
        }
    }

    /**
     * Starts an agent there.
     *
     * @throws AttachException if there is one, which another has started meanwhile
     */
    void start(String options) throws AttachException {
        String self = ProcessHandle.current().pid() + "-" + System.nanoTime();
        load(Agent.asked(self, options));
        Optional<String> refusal = Status.refusal(properties(), self);
        if (refusal.isPresent()) {
            throw new AttachException("process %s: %s".formatted(processId, refusal.get()));
        }
    }

    /** Calls the agent there. */
    void load(String arguments) throws AttachException {
        try {
            requireRoom(jar() + "=" + arguments);
            machine.loadAgent(jar(), arguments);
        } catch (AgentLoadException
                | AgentInitializationException
                | IOException
                | URISyntaxException
                | InternalError e) {
            throw failure(processId, "process %s does not take the agent".formatted(processId), e.getMessage());
        }
    }

    private static String jar() throws URISyntaxException {
        URL jar = AttachedJvm.class.getProtectionDomain().getCodeSource().getLocation();
        return Path.of(jar.toURI()).toString();
    }

    /** Demands that options fit: of longer ones, some JVMs take the beginning for all (attachListener.hpp). */
    private void requireRoom(String passed) throws AttachException {
        // An application may replace all properties.
        String version = properties().getProperty("java.specification.version", "of unknown version");
        int length = passed.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_PASSED && !hasNoLimit(version)) {
            throw new AttachException(
                    "names and options of %s bytes are too long for process %s, whose Java %s takes %s; shorten paths"
                            .formatted(length, processId, version, MAX_PASSED));
        }
    }

    private static boolean hasNoLimit(String version) {
        try {
            // Up to Java 8 it was 1.8.
            return Double.parseDouble(version) >= FIRST_WITHOUT_LIMIT;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** What the agent tells once it knows whether it works. */
    Status awaitStart() throws AttachException {
        long start = System.nanoTime();
        while (true) {
            Status status = status().orElseThrow(
                            () -> new AttachException("process %s: the agent does not start".formatted(processId)));
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            boolean isEarly =
                    switch (status.phase()) {
                        case STARTING -> waited.compareTo(MAX_START) < 0;
                        case FEEDING -> waited.compareTo(MAX_FEED) < 0;
                        default -> false;
                    };
            if (!isEarly) {
                return status;
            }
            try {
                Thread.sleep(POLL.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return status;
            }
        }
    }

    @Override
    public void close() {
        try {
            machine.detach();
        } catch (IOException e) {
            // It has ended meanwhile.
        }
    }
}
