package dev.velella.jelly;

import com.sun.management.ThreadMXBean;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdfpatch.MalformedPatchException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Feeds changed bytes to all {@link FuzzTargets}. Only the exceptions for malformed input may come out, and time and
 * memory of every input are bounded.
 *
 * <p>Input number n of a seed is always the same, whatever the number of threads, so a finding is repeated with its seed
 * and its number as the first.
 */
final class CodecFuzz {
    /** Bytes that reading one input may allocate, whatever it says: tables, IRIs and statements, all within limits. */
    static final long MAX_ALLOCATED = (2L << 20) + 64L * FuzzTargets.LIMITS.maxFrameBytes();

    /** Generous, as the machine may be busy or collect garbage. */
    static final long MAX_SECONDS = 60;

    private static final int POLLS_PER_REPORT = 120;

    /** What was found about one target. */
    static final class Counts {
        long inputs;
        long refused;
        long bytes;
        long maxAllocated;
        long maxNanos;

        void add(Counts other) {
            inputs += other.inputs;
            refused += other.refused;
            bytes += other.bytes;
            maxAllocated = Math.max(maxAllocated, other.maxAllocated);
            maxNanos = Math.max(maxNanos, other.maxNanos);
        }

        @Override
        public String toString() {
            return String.format(
                    "%,d inputs, %.0f bytes each, %.1f %% refused, at most %,d bytes allocated and %.1f ms",
                    inputs, (double) bytes / inputs, 100.0 * refused / inputs, maxAllocated, maxNanos / 1e6);
        }
    }

    private final long seed;
    private final long first;
    private final long end;
    private final int threads;

    /**
     * @param first number of the first input
     * @param inputs how many
     */
    CodecFuzz(long seed, long first, long inputs, int threads) {
        this.seed = seed;
        this.first = first;
        this.end = first + inputs;
        this.threads = threads;
    }

    /**
     * Runs all inputs.
     *
     * @return counts by target
     * @throws AssertionError at the first finding, with the number of the input and its bytes
     */
    Map<String, Counts> run() throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Worker> workers = new ArrayList<>();
        List<Future<Map<String, Counts>>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Worker worker = new Worker(first + i);
            workers.add(worker);
            results.add(executor.submit(worker::call));
        }
        try {
            Map<String, Counts> total = new TreeMap<>();
            for (int i = 0; i < threads; i++) {
                await(workers, results.get(i)).forEach((name, counts) -> total.computeIfAbsent(name, n -> new Counts())
                        .add(counts));
            }
            return total;
        } finally {
            workers.forEach(worker -> worker.stopped = true);
            executor.shutdown();
        }
    }

    private static Map<String, Counts> await(List<Worker> workers, Future<Map<String, Counts>> result)
            throws InterruptedException {
        for (int polls = 1; ; polls++) {
            try {
                return result.get(500, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                workers.forEach(Worker::assertNotStuck);
                if (polls % POLLS_PER_REPORT == 0) {
                    System.out.println("codec-fuzz: at input " + workers.get(0).number);
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof AssertionError error ? error : new AssertionError(e.getCause());
            }
        }
    }

    /** One thread, which takes every n-th input. */
    private final class Worker {
        private final Map<String, FuzzTarget> targets = FuzzTargets.create();
        private final List<String> names = new ArrayList<>(targets.keySet());
        private final Map<String, Counts> counts = new TreeMap<>();
        private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final long firstNumber;
        private volatile boolean stopped;
        private volatile long number;
        private volatile long started;
        private volatile byte @Nullable [] current;

        Worker(long firstNumber) {
            this.firstNumber = firstNumber;
            names.forEach(name -> counts.put(name, new Counts()));
        }

        Map<String, Counts> call() throws IOException {
            for (long n = firstNumber; n < end && !stopped; n += threads) {
                number = n;
                feed(new SplittableRandom(seed * 0x9E3779B97F4A7C15L + n));
            }
            return counts;
        }

        private void feed(SplittableRandom random) throws IOException {
            String name = names.get(random.nextInt(names.size()));
            FuzzTarget target = targets.get(name);
            byte[] input = target.prepare(random);
            current = input;
            started = System.nanoTime();
            long before = memory.getCurrentThreadAllocatedBytes();
            boolean refused = false;
            boolean finished = false;
            try {
                refused = !isRead(target, input);
                long allocated = memory.getCurrentThreadAllocatedBytes() - before;
                count(counts.get(name), input, refused, allocated, System.nanoTime() - started);
                target.check(random, refused);
                finished = allocated <= MAX_ALLOCATED;
                if (!finished) {
                    throw new AssertionError(allocated + " bytes allocated, more than " + MAX_ALLOCATED);
                }
            } finally {
                current = null;
                if (!finished) {
                    System.err.println(finding(name, input));
                }
            }
        }

        private static boolean isRead(FuzzTarget target, byte[] input) throws IOException {
            try {
                target.read(input);
                return true;
            } catch (MalformedJellyException | MalformedPatchException e) {
                return false;
            }
        }

        private static void count(Counts counts, byte[] input, boolean refused, long allocated, long nanos) {
            counts.inputs++;
            counts.bytes += input.length;
            counts.refused += refused ? 1 : 0;
            counts.maxAllocated = Math.max(counts.maxAllocated, allocated);
            counts.maxNanos = Math.max(counts.maxNanos, nanos);
        }

        private String finding(String name, byte[] input) {
            return "FINDING: input " + number + " of seed " + seed + ", " + name + ", " + input.length + " bytes: "
                    + HexFormat.of().formatHex(input);
        }

        void assertNotStuck() {
            byte[] input = current;
            if (input != null && System.nanoTime() - started > TimeUnit.SECONDS.toNanos(MAX_SECONDS)) {
                throw new AssertionError("not read within " + MAX_SECONDS + " s: " + finding("unknown target", input));
            }
        }
    }
}
