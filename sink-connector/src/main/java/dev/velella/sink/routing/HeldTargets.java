package dev.velella.sink.routing;

import dev.velella.kit.retry.Backoff;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.targets.remote.RetryPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores that lack records: for each, the offset from which it needs each partition again. No record is kept; Kafka
 * has them.
 *
 * <pre>
 *   up ── a request fails ──▶ down ── a trial succeeds ──▶ reading ── has all records ──▶ up
 *                              ▲                            │
 *                              └──── a request fails ───────┘
 * </pre>
 *
 * <p>Invariants: an offset never grows while a store is down. While a store is reading, its offset is the next one that
 * the task reads for it. The trials run on threads of their own; everything else on the task's thread.
 */
public final class HeldTargets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");
    private static final long REPEAT_LOG_MS = 60_000;

    private static final int MOST_NAMED = 5;

    /** Trials at a time: a store that hangs must not keep the others waiting. */
    private static final int TRIALS = 4;

    private final OpenTargets targets;
    private final RetryPolicy policy;
    private final LongSupplier clockMs;
    private final RoutingCounts counts;
    private final LogAllowance warnings = LogAllowance.tenAMinute(LOG);
    private final Map<Route, Held> held = new LinkedHashMap<>();
    private final ExecutorService trials = Executors.newFixedThreadPool(TRIALS, work -> {
        Thread thread = new Thread(work, "velella-sink-trial");
        thread.setDaemon(true);
        return thread;
    });

    private static final class Held {
        private final Map<PartitionId, Long> from = new HashMap<>();
        private final Backoff backoff;
        private boolean isDown;
        private long trialAtMs;
        private long loggedAtMs;
        private @Nullable CompletableFuture<Void> trial;

        Held(Backoff backoff) {
            this.backoff = backoff;
        }
    }

    /**
     * @param policy waits between trials; there is no end of them
     * @param clockMs any steadily growing count of ms
     */
    public HeldTargets(OpenTargets targets, RetryPolicy policy, LongSupplier clockMs, RoutingCounts counts) {
        this.targets = targets;
        this.policy = policy;
        this.clockMs = clockMs;
        this.counts = counts;
    }

    /** Notes that a store has failed, and from which offsets it needs partitions again. */
    public void failed(Route route, Map<PartitionId, Long> from, RuntimeException why) {
        long now = clockMs.getAsLong();
        Held store = held.computeIfAbsent(
                route, unknown -> new Held(new Backoff(policy.backoffMs(), policy.backoffMaxMs())));
        from.forEach((id, offset) -> store.from.merge(id, offset, Math::min));
        if (!store.isDown) {
            store.isDown = true;
            counts.down(route, true);
        }
        long waitMs = store.backoff.nextMs();
        store.trialAtMs = now + waitMs;
        counts.failed(route);
        if (store.backoff.failures() == 1 || now - store.loggedAtMs >= REPEAT_LOG_MS) {
            store.loggedAtMs = now;
            warnings.warn("Store " + route + " is down; the others go on, and its records are read again from "
                    + store.from + " when it is back. Next trial in " + waitMs + " ms: " + why.getMessage());
        }
    }

    /** Whether a store is down. */
    public boolean isDown(Route route) {
        Held store = held.get(route);
        return store != null && store.isDown;
    }

    /** Number of stores that are down. */
    public int down() {
        return (int) held.values().stream().filter(store -> store.isDown).count();
    }

    /** Notes that a store that is down lacks a record. */
    public void lacks(Route route, PartitionId id, long offset) {
        Held store = held.get(route);
        if (store != null) {
            store.from.putIfAbsent(id, offset);
        }
    }

    /** Whether the record at an offset is read for this store. */
    public boolean reads(Route route, PartitionId id, long offset) {
        Held store = held.get(route);
        return store != null && reads(store, id, offset);
    }

    /** Whether the record at an offset is read for any store. */
    public boolean reads(PartitionId id, long offset) {
        return held.values().stream().anyMatch(store -> reads(store, id, offset));
    }

    private static boolean reads(Held store, PartitionId id, long offset) {
        Long from = store.from.get(id);
        return !store.isDown && from != null && offset >= from;
    }

    /**
     * Notes that all records of a partition below an offset were read for the stores that read it.
     *
     * @param done offset up to which the other stores have the partition
     */
    public void readTo(PartitionId id, long offset, long done) {
        List<Route> complete = new ArrayList<>();
        held.forEach((route, store) -> {
            Long from = store.from.get(id);
            if (!store.isDown && from != null && offset > from) {
                if (offset >= done) {
                    store.from.remove(id);
                } else {
                    store.from.put(id, offset);
                }
                if (store.from.isEmpty()) {
                    complete.add(route);
                }
            }
        });
        complete.forEach(route -> {
            held.remove(route);
            counts.caughtUp();
        });
        tell(complete, "have all records again");
    }

    /** One line, however many stores there are. */
    private static void tell(List<Route> stores, String news) {
        if (!stores.isEmpty()) {
            LOG.info(
                    "{} stores {}: {}{}",
                    stores.size(),
                    news,
                    stores.subList(0, Math.min(MOST_NAMED, stores.size())),
                    stores.size() > MOST_NAMED ? " and others" : "");
        }
    }

    /**
     * The smallest offset of a partition that a store still needs; empty if none does.
     *
     * @param readingOnly leaves out stores that are down
     */
    public OptionalLong needed(PartitionId id, boolean readingOnly) {
        return held.values().stream()
                .filter(store -> !(readingOnly && store.isDown))
                .flatMap(store -> store.from.containsKey(id) ? Stream.of(store.from.get(id)) : Stream.empty())
                .mapToLong(Long::longValue)
                .min();
    }

    /**
     * Starts the trials that are due, and lets the stores read whose trials have succeeded.
     *
     * @return the partitions to read again, and from where
     */
    public Map<PartitionId, Long> goOn() {
        Map<Route, Held> back = new LinkedHashMap<>();
        long now = clockMs.getAsLong();
        held.forEach((route, store) -> {
            CompletableFuture<Void> trial = store.trial;
            if (!store.isDown) {
                return;
            }
            if (trial == null && now >= store.trialAtMs) {
                List<PartitionId> ids = List.copyOf(store.from.keySet());
                store.trial = CompletableFuture.runAsync(() -> targets.reach(route, ids), trials);
            } else if (trial != null && trial.isDone()) {
                store.trial = null;
                try {
                    trial.join();
                    store.isDown = false;
                    counts.down(route, false);
                    back.put(route, store);
                } catch (RuntimeException e) {
                    Throwable cause = e.getCause() == null ? e : e.getCause();
                    failed(route, Map.of(), cause instanceof RuntimeException why ? why : e);
                }
            }
        });
        Map<PartitionId, Long> again = new HashMap<>();
        back.values().forEach(store -> store.from.keySet().forEach(id -> needed(id, true)
                .ifPresent(offset -> again.put(id, offset))));
        held.values().removeIf(store -> !store.isDown && store.from.isEmpty());
        tell(List.copyOf(back.keySet()), "answer again, and read what they lack");
        return again;
    }

    /** Time in ms until {@link #goOn} has something to do; empty if no store is down. */
    public OptionalLong waitMs() {
        long now = clockMs.getAsLong();
        return held.values().stream()
                .filter(store -> store.isDown)
                .mapToLong(store -> store.trial != null ? 200 : Math.max(1, store.trialAtMs - now))
                .min();
    }

    /** Forgets partitions that another task may have from now on. */
    public void release(Collection<PartitionId> ids) {
        held.values().forEach(store -> store.from.keySet().removeAll(ids));
        held.entrySet().removeIf(entry -> {
            boolean gone = entry.getValue().from.isEmpty();
            if (gone && entry.getValue().isDown) {
                counts.down(entry.getKey(), false);
            }
            return gone;
        });
    }

    @Override
    public void close() {
        trials.shutdownNow();
    }
}
