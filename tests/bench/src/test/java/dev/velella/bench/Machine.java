package dev.velella.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the figures of this run were measured on. */
final class Machine {
    private Machine() {}

    /** Processor, operating system, Java and load, one a line. */
    static List<String> description() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return List.of(
                "processor: " + field("/proc/cpuinfo", "model name", System.getProperty("os.arch")) + ", "
                        + Runtime.getRuntime().availableProcessors() + " available",
                "memory: " + field("/proc/meminfo", "MemTotal", "unknown"),
                "system: " + field("/etc/os-release", "PRETTY_NAME", System.getProperty("os.name")) + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "java: " + System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                "options of every measured JVM: " + String.join(" ", InterleavedForks.JVM_OPTIONS),
                String.format(Locale.ROOT, "load when the run began: %.2f", load));
    }

    /** The first line that begins with the name, without the name; the alternative where there is no such file or line. */
    private static String field(String file, String name, String alternative) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).replaceFirst("^\\s*[:=]\\s*", ""))
                    .map(text -> text.replace("\"", ""))
                    .findFirst()
                    .orElse(alternative);
        } catch (IOException e) {
            return alternative;
        }
    }
}
