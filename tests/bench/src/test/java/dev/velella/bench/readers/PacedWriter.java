package dev.velella.bench.readers;

import dev.velella.bench.sink.SinkContender;
import dev.velella.bench.sink.SinkPatches;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Writes patches as a sink does: a transaction takes all patches that are due by then, at most {@value SinkPatches#BATCH}. So
 * transactions are small while the store keeps up. One thread.
 */
final class PacedWriter {
    /** Patches in a transaction while the store is filled. */
    private static final int FILLING = 100;

    private final SinkContender target;
    private final StationCycle cycle;

    PacedWriter(SinkContender target, StationCycle cycle) {
        this.target = target;
        this.cycle = cycle;
    }

    /**
     * The patches that were written in a phase.
     *
     * @param due patches that should have been written in the time
     */
    record Written(long patches, long transactions, long due, double seconds) {
        double perSecond() {
            return patches / seconds;
        }

        /** Part of the wanted load. */
        double held() {
            return due == 0 ? 1 : (double) patches / due;
        }
    }

    /** Writes the first graph of every station. */
    void fill() {
        List<SinkPatches.Numbered> first = cycle.first();
        for (int from = 0; from < first.size(); from += FILLING) {
            target.prepare(first.subList(from, Math.min(from + FILLING, first.size())))
                    .run();
        }
        target.finish();
    }

    /** Writes as fast as the store can. */
    Written full(long ms) {
        long begin = System.nanoTime();
        long until = begin + TimeUnit.MILLISECONDS.toNanos(ms);
        return write(Double.POSITIVE_INFINITY, () -> System.nanoTime() < until);
    }

    /**
     * Writes patches at a rate.
     *
     * @param perSecond the rate; without bound for as fast as the store can
     * @param goesOn asked before each transaction
     */
    Written write(double perSecond, BooleanSupplier goesOn) {
        long begin = System.nanoTime();
        long patches = 0;
        long transactions = 0;
        while (goesOn.getAsBoolean()) {
            long due = perSecond == Double.POSITIVE_INFINITY
                    ? patches + SinkPatches.BATCH
                    : (long) ((System.nanoTime() - begin) * perSecond / 1e9);
            int size = (int) Math.min(due - patches, SinkPatches.BATCH);
            if (size == 0) {
                long next = begin + (long) ((patches + 1) * 1e9 / perSecond);
                LockSupport.parkNanos(next - System.nanoTime());
            } else {
                target.prepare(cycle.next(size)).run();
                patches += size;
                transactions++;
            }
        }
        target.finish();
        double seconds = (System.nanoTime() - begin) / 1e9;
        long due = perSecond == Double.POSITIVE_INFINITY ? patches : (long) (seconds * perSecond);
        return new Written(patches, transactions, due, seconds);
    }
}
