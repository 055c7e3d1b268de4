package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What threads are called. */
class TraceThreadTest {
    @ParameterizedTest
    @CsvSource({
        "main, true, app.exe (7), main",
        "http-nio-8080-exec-7, true, app.exe (7), http-nio-8080-exec-*",
        "pool-1-thread-12, true, app.exe (7), pool-1-thread-*",
        "GC Thread#3, true, app.exe (7), GC Thread#*",
        "C2 CompilerThread0, true, app.exe (7), C2 CompilerThread*",
        // The compilers are not alike.
        "C2 CompilerThre, true, app.exe (7), C2 CompilerThre",
        "7, true, app.exe (7), *",
        // The JVM's threads have no id behind their names.
        "worker (4711), true, app.exe (7), worker (4711)",
        "worker-3 (4711), false, app.exe (7), worker-*",
        "worker (4711), false, app.exe (7), worker",
        // No name of its own.
        "java17 (4711), false, java17 (4712), java17",
        // Only in these digits can a name be counted.
        "thread-\u0663, true, app.exe (7), thread-\u0663"
    })
    void pool(String name, boolean ofJvm, String process, String pool) {
        assertThat(new TraceThread(0, name, 4711, ofJvm, false, process).pool()).isEqualTo(pool);
    }
}
