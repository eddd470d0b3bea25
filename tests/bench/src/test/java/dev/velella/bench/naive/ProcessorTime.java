package dev.velella.bench.naive;

import dev.velella.bench.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Time of processors that processes have used, of their own and of the system for them, as Linux counts it. */
final class ProcessorTime {
    /** Linux tells it in hundredths of a second on every architecture. */
    private static final double TICKS_PER_SECOND = 100;

    private ProcessorTime() {}

    /** Seconds of all of these together. */
    static double seconds(Collection<Long> pids) {
        double ticks = 0;
        for (long pid : pids) {
            try {
                String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
                // The name of the program comes second, in parentheses, and may have spaces.
                String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
                ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
            } catch (IOException e) {
                throw new BenchmarkException("no processor time of process " + pid, e);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }
}
