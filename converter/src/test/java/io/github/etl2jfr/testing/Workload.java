package io.github.etl2jfr.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;

/**
 * What the JVMs run whose recordings the tests read: it sleeps, also from one chunk into the next, parks, waits
 * for monitors and a socket, collects garbage, starts threads, virtual ones where there are some, and records
 * events of its own with fields of every kind.
 *
 * <p>Arguments: how many chunks, and, if a chunk is to be copied while it is written, where the JVM keeps its
 * chunks and the copy's name.
 */
final class Workload {
    private Workload() {}

    @Name("app.Everything")
    static class Everything extends Event {
        boolean flag;
        byte tiny;
        char letter;
        short small;
        int number;
        long large;
        float real;
        double precise;
        String shortText;
        String text;
        Class<?> type;
        Thread other;
    }

    /** Known in the last chunk only. */
    @Name("app.Late")
    static class Late extends Event {
        String text;
    }

    public static void main(String[] arguments) throws Exception {
        int chunks = Integer.parseInt(arguments[0]);
        sleepRestlessly();
        for (int chunk = 1; chunk <= chunks; chunk++) {
            work(chunk);
            if (chunk == chunks) {
                Late late = new Late();
                late.text = "at last";
                late.commit();
            } else {
                Thread sleeper = sleepUntilInterrupted();
                Thread.sleep(5);
                // A recording that starts ends the chunk.
                Recording rotation = new Recording();
                rotation.start();
                rotation.close();
                Thread.sleep(10);
                sleeper.interrupt();
                sleeper.join();
            }
        }
        if (arguments.length > 1) {
            // A flush comes every second.
            Thread.sleep(1500);
            // They are called by their time.
            try (Stream<Path> files = Files.list(only(Path.of(arguments[1])))) {
                Files.copy(
                        files.filter(file -> file.toString().endsWith(".jfr"))
                                .max(Comparator.naturalOrder())
                                .orElseThrow(),
                        Path.of(arguments[2]));
            }
        }
        // What ran main waits for it, as another of Java's threads.
        new Thread(Workload::outliveMain, "outlives main").start();
    }

    private static void outliveMain() {
        for (int i = 0; i < 10; i++) {
            LockSupport.parkNanos(5_000_000);
            record(i);
        }
    }

    /** The directory of this JVM in that of all. */
    private static Path only(Path repository) throws Exception {
        try (Stream<Path> directories = Files.list(repository)) {
            return directories.findFirst().orElseThrow();
        }
    }

    private static void work(int chunk) throws Exception {
        for (int i = 0; i < 40; i++) {
            record(i);
        }
        Thread.sleep(20);
        LockSupport.parkNanos(5_000_000);
        System.gc();
        Thread worker = new Thread(
                () -> {
                    LockSupport.parkNanos(25_000_000);
                    record(chunk);
                },
                "worker é " + chunk);
        worker.start();
        worker.join();
        contend();
        waitForSocket();
        runVirtually(() -> {
            LockSupport.parkNanos(25_000_000);
            record(-chunk);
        });
    }

    /** Never the same twice in a row: what is periodic looks the same at many moments. */
    private static void sleepRestlessly() {
        Thread thread = new Thread(
                () -> {
                    Random random = new Random(1);
                    while (true) {
                        sleep(11 + random.nextInt(7));
                    }
                },
                "restless");
        thread.setDaemon(true);
        thread.start();
    }

    private static Thread sleepUntilInterrupted() throws InterruptedException {
        Thread sleeper = new Thread(() -> sleep(3_600_000), "sleeper");
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        return sleeper;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // It has slept long enough.
        }
    }

    /** One thread waits for a notification that does not come, the other for the monitor the first has got back. */
    private static void contend() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch entered = new CountDownLatch(1);
        Thread owner = new Thread(
                () -> {
                    synchronized (monitor) {
                        waitFor(monitor, 12);
                        entered.countDown();
                        sleep(15);
                    }
                },
                "owner");
        owner.start();
        entered.await();
        synchronized (monitor) {
            owner.join();
        }
    }

    /** If it ends early, that is a wait too. */
    @SuppressWarnings("WaitNotInLoop")
    private static void waitFor(Object monitor, long millis) {
        try {
            monitor.wait(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void waitForSocket() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            Thread writer = new Thread(
                    () -> {
                        sleep(13);
                        write(accepted);
                    },
                    "writer");
            writer.start();
            if (client.getInputStream().read() != 1) {
                throw new AssertionError("something else was written");
            }
        }
    }

    private static void write(Socket socket) {
        try {
            socket.getOutputStream().write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void record(int i) {
        Everything event = new Everything();
        event.begin();
        event.flag = i % 2 == 0;
        event.tiny = (byte) -i;
        event.letter = (char) ('a' + i % 26);
        event.small = (short) (-1000 * i);
        event.number = -1_000_000 * i;
        event.large = i * -1_000_000_000_000L;
        event.real = i / 3f;
        event.precise = i / 3.0;
        event.shortText = i % 3 == 0 ? null : i % 3 == 1 ? "" : "ü";
        event.text = "long enough for the pool of strings, and one of five: " + i % 5;
        event.type = i % 2 == 0 ? String.class : Workload.class;
        event.other = Thread.currentThread();
        LockSupport.parkNanos(100_000);
        event.commit();
    }

    /** By reflection, as this is compiled for JDK 17. */
    private static void runVirtually(Runnable task) throws ReflectiveOperationException, InterruptedException {
        try {
            ((Thread) Thread.class
                            .getMethod("startVirtualThread", Runnable.class)
                            .invoke(null, task))
                    .join();
        } catch (NoSuchMethodException | InvocationTargetException e) {
            // Before JDK 21 there are none.
            task.run();
        }
    }
}
