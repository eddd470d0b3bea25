package dev.velella.bench.grpc;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.rdf.RdfGraph;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/** A publisher that sends graphs at fixed times, and a subscriber beside it. */
final class PacedGraphs {
    /** Microseconds from a graph to the next one. */
    static final List<Integer> INTERVALS = List.of(100, 1_000, 10_000);

    private static final int SECOND_US = 1_000_000;
    private static final int FEWEST = 100;
    private static final int MOST = 1_000;

    private PacedGraphs() {}

    /** As many graphs as a second has, but 100 to 1000. */
    static int count(int intervalUs) {
        return Math.max(FEWEST, Math.min(MOST, SECOND_US / intervalUs));
    }

    /**
     * Nanoseconds from the time at which a graph is due until the subscriber has its statements; ascending. So a graph that is sent late,
     * because the way is too slow, is as old as its subscriber would find it.
     */
    static long[] latencies(GraphWay way, List<RdfGraph> graphs, int intervalUs) throws InterruptedException {
        long begin = System.nanoTime();
        CompletableFuture<long[]> ages = CompletableFuture.supplyAsync(() -> takeAll(way, graphs, begin, intervalUs));
        for (int i = 0; i < graphs.size(); i++) {
            long due = begin + 1_000L * i * intervalUs;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            way.send(graphs.get(i));
        }
        try {
            long[] sorted = ages.join();
            Arrays.sort(sorted);
            return sorted;
        } catch (CompletionException e) {
            throw new BenchmarkException("graphs did not come", e);
        }
    }

    private static long[] takeAll(GraphWay way, List<RdfGraph> graphs, long begin, int intervalUs) {
        long[] ages = new long[graphs.size()];
        for (int i = 0; i < ages.length; i++) {
            RdfGraph taken;
            try {
                taken = way.take();
            } catch (InterruptedException e) {
                throw new BenchmarkException("interrupted", e);
            }
            ages[i] = System.nanoTime() - begin - 1_000L * i * intervalUs;
            if (taken.statements().size() != graphs.get(i).statements().size()) {
                throw new BenchmarkException("a graph is not that which was sent");
            }
        }
        return ages;
    }
}
