package dev.velella.tests.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What happened to whom, and when all was whole again: a line for each event, in {@code target/soak-faults.log} and on
 * standard output. Counts the faults, and keeps the longest recovery of each kind.
 */
final class FaultLog {
    private static final Path FILE = Path.of("target", "soak-faults.log");

    private final long begin = System.nanoTime();
    private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
    private final Map<FaultKind, Duration> longest = new EnumMap<>(FaultKind.class);
    private final List<String> leftOut = new ArrayList<>();

    FaultLog() throws IOException {
        Files.deleteIfExists(FILE);
    }

    /** Time since the beginning of the run. */
    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** A line with the time before it. */
    void line(String text) throws IOException {
        long seconds = elapsed().toSeconds();
        String line = "%s +%02d:%02d %s%n"
                .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), seconds / 60, seconds % 60, text);
        System.out.print("SOAK " + line);
        Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    void begun(Fault fault, String who) throws IOException {
        counts.merge(fault.kind(), 1, Integer::sum);
        line("fault " + fault.number() + " " + fault.kind() + " begins: " + who
                + (fault.overlaps() ? ", while the one before is still there" : ""));
    }

    void ended(Fault fault) throws IOException {
        line("fault " + fault.number() + " " + fault.kind() + " is over");
    }

    /** After a time since its end everything has what was published until then. */
    void whole(Fault fault, Duration recovery) throws IOException {
        longest.merge(fault.kind(), recovery, (a, b) -> a.compareTo(b) > 0 ? a : b);
        line("fault " + fault.number() + " " + fault.kind() + ": all is whole after " + recovery.toMillis() / 100 / 10.0
                + " s");
    }

    /** A kind that cannot happen on this machine. */
    void leaveOut(FaultKind kind, String why) throws IOException {
        leftOut.add(kind + " (" + why + ")");
        line(kind + " is left out: " + why);
    }

    int faults() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** A line for each kind. */
    String summary() {
        StringBuilder text = new StringBuilder();
        counts.forEach((kind, count) -> text.append("  %-16s %4d, longest recovery %.1f s%n"
                .formatted(
                        kind, count, longest.getOrDefault(kind, Duration.ZERO).toMillis() / 1000.0)));
        if (!leftOut.isEmpty()) {
            text.append("  left out: ").append(String.join(", ", leftOut)).append(System.lineSeparator());
        }
        return text.toString();
    }
}
