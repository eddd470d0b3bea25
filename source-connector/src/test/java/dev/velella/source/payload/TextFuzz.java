package dev.velella.source.payload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Feeds changed texts to all {@link TextFuzzTarget targets} in turn. Only the exceptions for malformed input may come out,
 * and processor time and memory of every input are bounded. An input that runs on is found by the thread that waits.
 *
 * <p>Input number n of a seed is always the same, whatever the number of threads, so a finding is repeated with its seed
 * and its number as the first.
 */
final class TextFuzz {
    /** Bytes that reading one input may allocate, within the limits of the targets. */
    static final long MAX_ALLOCATED = 128L << 20;

    /** Of processor time, which does not pass while others use the machine. */
    static final long MAX_SECONDS = 10;

    private static final int LONGEST = 1 << 13;

    /** What was found about one target. */
    static final class Counts {
        long inputs;
        long refused;
        long maxAllocated;
        long maxNanos;

        void add(Counts other) {
            inputs += other.inputs;
            refused += other.refused;
            maxAllocated = Math.max(maxAllocated, other.maxAllocated);
            maxNanos = Math.max(maxNanos, other.maxNanos);
        }

        @Override
        public String toString() {
            return String.format(
                    "%,d inputs, %.1f %% refused, at most %,d bytes allocated and %.1f ms of processor time",
                    inputs, 100.0 * refused / Math.max(1, inputs), maxAllocated, maxNanos / 1e6);
        }
    }

    private final List<TextFuzzTarget> targets;
    private final long seed;
    private final long first;
    private final long end;
    private final int threads;
    private final long maxSeconds;

    /**
     * @param first number of the first input
     * @param inputs how many; each target in turn gets one
     */
    TextFuzz(List<TextFuzzTarget> targets, long seed, long first, long inputs, int threads) {
        this(targets, seed, first, inputs, threads, MAX_SECONDS);
    }

    /** @param maxSeconds of processor time for an input */
    TextFuzz(List<TextFuzzTarget> targets, long seed, long first, long inputs, int threads, long maxSeconds) {
        this.targets = targets;
        this.seed = seed;
        this.first = first;
        this.end = first + inputs;
        this.threads = threads;
        this.maxSeconds = maxSeconds;
    }

    /**
     * Runs all inputs.
     *
     * @return counts by target, in their order
     * @throws AssertionError at the first finding, with the number of the input and its bytes
     */
    List<Counts> run() throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "text-fuzz");
            thread.setDaemon(true); // one that runs on does not keep the process
            return thread;
        });
        List<Worker> workers = new ArrayList<>();
        List<Future<List<Counts>>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Worker worker = new Worker(first + i);
            workers.add(worker);
            results.add(executor.submit(worker::call));
        }
        try {
            List<Counts> total = newCounts();
            for (Future<List<Counts>> result : results) {
                List<Counts> counts = await(workers, result);
                for (int i = 0; i < total.size(); i++) {
                    total.get(i).add(counts.get(i));
                }
            }
            return total;
        } finally {
            workers.forEach(worker -> worker.stopped = true);
            executor.shutdown();
        }
    }

    private List<Counts> newCounts() {
        return targets.stream().map(target -> new Counts()).toList();
    }

    private static List<Counts> await(List<Worker> workers, Future<List<Counts>> result) throws InterruptedException {
        while (true) {
            try {
                return result.get(500, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                workers.forEach(Worker::assertNotStuck);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof AssertionError error ? error : new AssertionError(e.getCause());
            }
        }
    }

    /** The input of a number. */
    byte[] input(long number) {
        TextFuzzTarget target = targets.get((int) (number % targets.size()));
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
        List<byte[]> seeds = target.seeds();
        byte[] text = seeds.get(random.nextInt(seeds.size()));
        for (int changes = random.nextInt(6); changes > 0; changes--) {
            text = changed(text, target, random);
        }
        return text;
    }

    private static byte[] changed(byte[] text, TextFuzzTarget target, SplittableRandom random) {
        int at = random.nextInt(text.length + 1);
        int to = Math.min(text.length, at + 1 + random.nextInt(1 + random.nextInt(40)));
        byte[] part = Arrays.copyOfRange(text, at, to);
        return switch (random.nextInt(7)) {
            case 0 -> replaced(text, at, to, new byte[0]);
            case 1 -> replaced(text, at, at, target.word(random));
            case 2 -> replaced(text, at, to, target.word(random));
            case 3 -> replaced(text, at, at, repeated(part, 1 + random.nextInt(1 + random.nextInt(500))));
            case 4 -> replaced(text, at, Math.min(at + 1, text.length), new byte[] {(byte) random.nextInt(256)});
            case 5 -> {
                byte[] other = target.seeds().get(random.nextInt(target.seeds().size()));
                int from = random.nextInt(other.length + 1);
                yield replaced(text, at, to, Arrays.copyOfRange(other, from, other.length));
            }
            default ->
                replaced(text, at, at, repeated(target.word(random), 1 + random.nextInt(1 + random.nextInt(500))));
        };
    }

    private static byte[] repeated(byte[] part, int times) {
        int n = part.length == 0 ? 0 : Math.min(times, LONGEST / part.length);
        byte[] out = new byte[part.length * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(part, 0, out, i * part.length, part.length);
        }
        return out;
    }

    private static byte[] replaced(byte[] text, int from, int to, byte[] with) {
        byte[] out = new byte[Math.min(LONGEST, text.length - (to - from) + with.length)];
        System.arraycopy(text, 0, out, 0, Math.min(from, out.length));
        int middle = Math.max(0, Math.min(with.length, out.length - from));
        System.arraycopy(with, 0, out, Math.min(from, out.length), middle);
        int rest = Math.max(0, out.length - from - middle);
        System.arraycopy(text, to, out, out.length - rest, rest);
        return out;
    }

    /** One thread, which takes every n-th input. */
    private final class Worker {
        private final List<Counts> counts = newCounts();
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final long firstNumber;
        private volatile boolean stopped;
        private volatile long number;
        private volatile long thread;
        private volatile long started;
        private volatile byte @Nullable [] current;

        Worker(long firstNumber) {
            this.firstNumber = firstNumber;
        }

        List<Counts> call() throws Exception {
            thread = Thread.currentThread().getId();
            for (TextFuzzTarget target : targets) {
                for (byte[] text : target.seeds()) {
                    target.isRead(text); // loads classes, and fills caches
                }
            }
            for (long n = firstNumber; n < end && !stopped; n += TextFuzz.this.threads) {
                number = n;
                feed(input(n), (int) (n % targets.size()));
            }
            return counts;
        }

        private void feed(byte[] input, int target) throws Exception {
            long before = threads.getCurrentThreadAllocatedBytes();
            started = threads.getCurrentThreadCpuTime();
            current = input;
            boolean read;
            try {
                read = targets.get(target).isRead(input);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("an exception that no reader may throw: " + finding(input), e);
            } finally {
                current = null;
            }
            Counts count = counts.get(target);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            long nanos = threads.getCurrentThreadCpuTime() - started;
            count.inputs++;
            count.refused += read ? 0 : 1;
            count.maxAllocated = Math.max(count.maxAllocated, allocated);
            count.maxNanos = Math.max(count.maxNanos, nanos);
            if (allocated > MAX_ALLOCATED || nanos > TimeUnit.SECONDS.toNanos(MAX_SECONDS)) {
                throw new AssertionError(allocated + " bytes allocated, " + nanos / 1_000_000
                        + " ms of processor time: " + finding(input));
            }
        }

        private String finding(byte[] input) {
            return "FINDING: input " + number + " of seed " + seed + ", "
                    + targets.get((int) (number % targets.size())).name() + ", " + input.length + " bytes: "
                    + new String(input, StandardCharsets.ISO_8859_1).replaceAll("\\P{Print}", "?") + " = "
                    + HexFormat.of().formatHex(input);
        }

        void assertNotStuck() {
            byte[] input = current;
            if (input != null && threads.getThreadCpuTime(thread) - started > TimeUnit.SECONDS.toNanos(maxSeconds)) {
                throw new AssertionError("not read within " + maxSeconds + " s: " + finding(input));
            }
        }
    }
}
