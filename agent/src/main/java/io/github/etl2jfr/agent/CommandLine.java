package io.github.etl2jfr.agent;

import java.lang.management.ManagementFactory;

/** What this JVM was started with. */
final class CommandLine {
    private static final String MANAGEMENT = "java.management";
    private static final String RECORDING = "-XX:StartFlightRecording";

    private CommandLine() {}

    /**
     * Whether it has a recording started, which the JVM does after {@code -javaagent}. Not every image can tell; then
     * it seems not to.
     */
    static boolean hasRecording() {
        return ModuleLayer.boot().findModule(MANAGEMENT).isPresent()
                && ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .anyMatch(argument -> argument.startsWith(RECORDING));
    }
}
