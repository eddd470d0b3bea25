package dev.velella.bench.naive;

import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Time of processors that processes have used, of their own and of the system for them, as Linux counts it. */
final class ProcessorTime {
    /** Linux tells it in hundredths of a second on every architecture. */
    private static final double TICKS_PER_SECOND = 100;

    private static final Pattern COMPILER = Pattern.compile("\\(C[12] Compiler");

    private ProcessorTime() {}

    /** Seconds of all of these together. */
    static double seconds(Collection<Long> pids) {
        double ticks = 0;
        for (long pid : pids) {
            try {
                ticks += ticks(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
            } catch (IOException e) {
                throw new BenchmarkException("no processor time of process " + pid, e);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }

    /** Seconds of the threads that run now and compile Java's code in these processes. */
    static double compilerSeconds(Collection<Long> pids) {
        double ticks = 0;
        for (long pid : pids) {
            try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
                for (Path thread : threads.toList()) {
                    ticks += compilerTicks(thread.resolve("stat"));
                }
            } catch (IOException e) {
                throw new BenchmarkException("no threads of process " + pid, e);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }

    private static double compilerTicks(Path stat) {
        try {
            String line = Files.readString(stat);
            return COMPILER.matcher(line).find() ? ticks(line) : 0;
        } catch (IOException e) {
            return 0; // the thread has ended
        }
    }

    private static double ticks(String line) {
        // The name comes second, in parentheses, and may have spaces.
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return (double) Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }
}
