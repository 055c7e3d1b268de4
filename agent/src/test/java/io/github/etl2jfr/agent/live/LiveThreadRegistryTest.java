package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Who of the JVM's threads the operating system means. */
class LiveThreadRegistryTest {
    private static final Path TASKS = Path.of("/proc/self/task");

    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void knowsThreadsWithAndWithoutJava() throws Exception {
        try (ThreadRegistry threads = ThreadRegistry.open()) {
            assertThat(threads.ticksPerSecond()).isPositive();
            Set<Thread> alive =
                    threads.all().stream().map(TracedThread::javaThread).collect(Collectors.toSet());
            assertThat(alive).contains(Thread.currentThread());
            assertThat(threads.all())
                    .anyMatch(thread -> !thread.isJava() && name(thread).equals("VM Thread"));
            assertThat(threads.all()).allMatch(TracedThread::isOfThisJvm).doesNotHaveDuplicates();
        }
        assertThat(FlightRecorder.getFlightRecorder().getRecordings()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void idsAreTheOperatingSystems() throws Exception {
        try (ThreadRegistry threads = ThreadRegistry.open()) {
            for (TracedThread thread : threads.lasting()) {
                Path name = TASKS.resolve(Long.toString(thread.osThreadId())).resolve("comm");
                // Linux keeps 15 characters; newer JVMs give it the name's begin and end, with dots for what is
                // between.
                String[] kept = Files.readString(name).strip().split("\\.\\.", 2);
                assertThat(name(thread)).startsWith(kept[0]).endsWith(kept.length == 1 ? "" : kept[1]);
            }
            try (Stream<Path> tasks = Files.list(TASKS)) {
                long unknown = tasks.mapToLong(
                                task -> Long.parseLong(task.getFileName().toString()))
                        .filter(id -> threads.find(id, 0) == null)
                        .count();
                // The one that only started the JVM, and such as began since.
                assertThat(unknown).isLessThan(5);
            }
        }
    }

    @Test
    void learnsOfThreadsThatStartAndEnd() throws Exception {
        try (ThreadRegistry threads = ThreadRegistry.open()) {
            threads.follow(line -> {});
            assertThat(threads.all()).noneMatch(thread -> name(thread).equals("late"));
            long before = threads.ticks().now();
            Thread late = new Thread(this::awaitEnd, "late");
            late.start();
            await(() -> threads.all().stream().anyMatch(thread -> name(thread).equals("late")));
            TracedThread found = threads.all().stream()
                    .filter(thread -> name(thread).equals("late"))
                    .findAny()
                    .orElseThrow();
            assertThat(found.javaThread()).isSameAs(late);
            assertThat(found.endTicks()).isEqualTo(Long.MAX_VALUE);
            assertThat(threads.find(found.osThreadId(), before)).isSameAs(found);

            late.setName("renamed");
            threads.refresh();
            assertThat(name(found)).isEqualTo("renamed");
            assertThat(threads.refreshNames()).isTrue();
            assertThat(threads.refreshNames()).isFalse();
            late.setName("renamed again");
            assertThat(threads.refreshNames()).isTrue();
            assertThat(name(found)).isEqualTo("renamed again");

            int changes = threads.changes();
            end.countDown();
            late.join();
            long after = threads.ticks().now();
            await(() -> found.endTicks() != Long.MAX_VALUE);
            // What was found before may be wrong now.
            await(() -> threads.changes() != changes);
            assertThat(found.endTicks()).isBetween(before, after + threads.ticksPerSecond());
            assertThat(found.javaThread()).isNull();
        }
    }

    /** A thread of an application that numbers its threads itself. */
    private static class Numbered extends Thread {
        Numbered(Runnable task, String name) {
            super(task, name);
        }

        @Override
        public long getId() {
            throw new IllegalStateException("on the agent's thread");
        }
    }

    /** One whose class inherits that. */
    private static final class Worker extends Numbered {
        Worker(Runnable task, String name) {
            super(task, name);
        }
    }

    /** What an application's code tells is not asked for: it may be another thread's, or never come. */
    @Test
    void idThatAnApplicationOverridesIsNotAsked() throws Exception {
        Thread numbered = new Worker(this::awaitEnd, "numbered");
        numbered.start();
        try (ThreadRegistry threads = ThreadRegistry.open()) {
            TracedThread found = threads.all().stream()
                    .filter(thread -> name(thread).equals("numbered"))
                    .findAny()
                    .orElseThrow();
            assertThat(found.isHidden()).isFalse();
            assertThat(found.is(numbered)).isTrue();
            assertThat(found.is(Thread.currentThread())).isFalse();
            assertThat(found.javaThread()).isSameAs(numbered);
            numbered.setName("renamed");
            assertThat(threads.refreshNames()).isTrue();
            assertThat(name(found)).isEqualTo("renamed");
        } finally {
            end.countDown();
            numbered.join();
        }
    }

    /** The JVM would print a stack trace, and another line if the first cannot be. */
    @Test
    void isToldThatItHearsNoMore() throws Exception {
        List<String> told = new ArrayList<>();
        try (ThreadRegistry threads = ThreadRegistry.open()) {
            threads.follow(line -> {
                told.add(line);
                throw new OutOfMemoryError();
            });
            Thread hears = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("etl2jfr threads"))
                    .findAny()
                    .orElseThrow();
            hears.getUncaughtExceptionHandler().uncaughtException(hears, new OutOfMemoryError("heap"));
        }
        assertThat(told)
                .containsExactly("threads that start from now on are known late: java.lang.OutOfMemoryError: heap");
    }

    /** Whenever it fails, exactly one of the two hears of it. */
    @Test
    void failsBeforeItHearsOfThreads() throws Exception {
        List<String> told = new ArrayList<>();
        ThreadRegistry.Failure early = new ThreadRegistry.Failure(told::add);
        early.uncaughtException(Thread.currentThread(), new OutOfMemoryError("heap"));
        assertThatIOException()
                .isThrownBy(early::tellFromNowOn)
                .withMessage("cannot follow which threads start and end: java.lang.OutOfMemoryError: heap");
        assertThat(told).isEmpty();
        ThreadRegistry.Failure late = new ThreadRegistry.Failure(told::add);
        late.tellFromNowOn();
        late.uncaughtException(Thread.currentThread(), new OutOfMemoryError("heap"));
        assertThat(told).hasSize(1);
    }

    @Test
    void othersThatRecordAreSeenAndItselfIsNot() throws Exception {
        try (ThreadRegistry threads = ThreadRegistry.open()) {
            threads.follow(line -> {});
            threads.refresh();
            assertThat(UserRecordings.running()).isEmpty();
            try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
                assertThat(UserRecordings.running()).isEmpty();
                recording.start();
                assertThat(UserRecordings.running()).containsExactly(recording);
            }
            assertThat(UserRecordings.running()).isEmpty();
        }
    }

    private static String name(TracedThread thread) {
        return thread.name().replaceAll(" \\(\\d+\\)$", "");
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (long start = System.nanoTime(); !condition.getAsBoolean(); ) {
            assertThat(System.nanoTime() - start)
                    .isLessThan(Duration.ofMinutes(1).toNanos());
            Thread.sleep(50);
        }
    }
}
