package dev.velella.bench.process;

import dev.velella.bench.measure.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * How far a store had come, seen again and again, and what that says about the age of records. A record at an offset is in the store
 * when a next offset above it is seen; so every age is too high by the time between two looks at most. One thread.
 */
public final class StoreProgress {
    private final List<Seen> seen = new ArrayList<>();

    /** Next offsets as they were seen at a time. */
    private record Seen(long atMs, long applied, long durable) {}

    /**
     * A look at the store.
     *
     * @param atMs time of the look
     * @param applied next offset of what queries see
     * @param durable next offset of what a crash does not undo
     */
    public void see(long atMs, long applied, long durable) {
        seen.add(new Seen(atMs, applied, durable));
    }

    /** Records a second that were applied between the first and the last look. */
    public double appliedPerSecond() {
        Seen first = seen.get(0);
        Seen last = seen.get(seen.size() - 1);
        return (last.applied() - first.applied()) * 1000.0 / (last.atMs() - first.atMs());
    }

    /**
     * Ages in ms of records when they were first seen to be applied, in ascending order.
     *
     * @param records offset to timestamp
     * @throws BenchmarkException if one was not applied in the end
     */
    public long[] agesWhenApplied(Map<Long, Long> records) {
        return ages(records, Seen::applied);
    }

    /** As the other, for what would survive a crash. */
    public long[] agesWhenDurable(Map<Long, Long> records) {
        return ages(records, Seen::durable);
    }

    private long[] ages(Map<Long, Long> records, ToLongFunction<Seen> nextOffset) {
        int look = 0;
        LongStream.Builder ages = LongStream.builder();
        for (Map.Entry<Long, Long> each : new TreeMap<>(records).entrySet()) {
            while (look < seen.size() && nextOffset.applyAsLong(seen.get(look)) <= each.getKey()) {
                look++;
            }
            if (look == seen.size()) {
                throw new BenchmarkException("the record at offset " + each.getKey() + " was not applied in time");
            }
            ages.add(seen.get(look).atMs() - each.getValue());
        }
        return ages.build().sorted().toArray();
    }

    /** The value that so much of the ascending values do not exceed. */
    public static long percentile(long[] ascending, double share) {
        return ascending[Math.max(0, (int) Math.ceil(share * ascending.length) - 1)];
    }
}
