package dev.velella.bench.measure;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the figures of this run were measured on. */
public final class Machine {
    private static final Pattern LIBRARY =
            Pattern.compile("(kafka-clients|rdf4j-model|jelly-rdf4j|jena-rdfpatch)-([0-9].*)[.]jar");

    private Machine() {}

    /** Processor, memory, operating system, Java and load, by name. */
    public static Map<String, String> description() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put(
                "processor",
                field("/proc/cpuinfo", "model name", System.getProperty("os.arch")) + ", "
                        + Runtime.getRuntime().availableProcessors() + " available");
        parts.put("memory", field("/proc/meminfo", "MemTotal", "unknown"));
        parts.put(
                "system",
                field("/etc/os-release", "PRETTY_NAME", System.getProperty("os.name")) + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        parts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        parts.put("options of every measured JVM", String.join(" ", InterleavedForks.JVM_OPTIONS));
        parts.put("load when the run began", String.format(Locale.ROOT, "%.2f", load));
        return parts;
    }

    /** Versions of Kafka, RDF4J and of the peers, as the names of the files of the class path say them. */
    public static Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Matcher found = LIBRARY.matcher(Path.of(entry).getFileName().toString());
            if (found.matches()) {
                versions.put(found.group(1), found.group(2));
            }
        }
        return versions;
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
