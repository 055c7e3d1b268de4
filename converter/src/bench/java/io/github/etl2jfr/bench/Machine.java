package io.github.etl2jfr.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where figures come from: without it they mean little. */
final class Machine {
    private Machine() {}

    static List<String> describe() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return List.of(
                "processors  %d, %s".formatted(system.getAvailableProcessors(), processorName()),
                "memory      %s MB".formatted(Table.megabytes(system.getTotalMemorySize())),
                "system      %s %s, %s".formatted(system.getName(), system.getVersion(), system.getArch()),
                "java        %s, %s".formatted(Runtime.version(), System.getProperty("java.vm.name")));
    }

    /** As Linux names it. */
    private static String processorName() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("of unknown name");
        } catch (IOException e) {
            return "of unknown name";
        }
    }
}
