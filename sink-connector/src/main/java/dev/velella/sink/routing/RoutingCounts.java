package dev.velella.sink.routing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** Counts of routing, for metrics. The number of stores with counts of their own is bounded. Thread-safe. */
public final class RoutingCounts {
    /** The name under which further stores are counted together. */
    static final String OTHER = "other";

    private final int most;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong routed = new AtomicLong();
    private final AtomicLong unmatched = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong catchUps = new AtomicLong();
    private final Map<String, OfStore> stores = new ConcurrentHashMap<>();
    private BiConsumer<String, OfStore> newStore = (name, counts) -> {};

    /** Counts of one store. */
    static final class OfStore {
        final AtomicLong records = new AtomicLong();
        final AtomicLong failures = new AtomicLong();
        final AtomicLong down = new AtomicLong();
    }

    /** @param most maximum number of stores with counts of their own */
    public RoutingCounts(int most) {
        this.most = most;
    }

    /** @param listener is called for every store that is counted by itself from now on */
    void onStore(BiConsumer<String, OfStore> listener) {
        newStore = listener;
    }

    private synchronized OfStore of(Route route) {
        String name = route.toString();
        OfStore known = stores.get(name);
        if (known != null) {
            return known;
        }
        String counted = stores.size() - (stores.containsKey(OTHER) ? 1 : 0) < most ? name : OTHER;
        return stores.computeIfAbsent(counted, fresh -> {
            OfStore counts = new OfStore();
            newStore.accept(fresh, counts);
            return counts;
        });
    }

    /** Notes records that a store has applied or left out. */
    void applied(Route route, int records) {
        routed.addAndGet(records);
        of(route).records.addAndGet(records);
    }

    /** Notes that a store has failed. */
    void failed(Route route) {
        failures.incrementAndGet();
        of(route).failures.incrementAndGet();
    }

    /** Notes that a store is down, or is no longer. */
    void down(Route route, boolean isDown) {
        of(route).down.addAndGet(isDown ? 1 : -1);
        held.addAndGet(isDown ? 1 : -1);
    }

    void open(int number) {
        open.set(number);
    }

    void made() {
        made.incrementAndGet();
    }

    /** Notes a record without a store, which was left out. */
    public void unmatched() {
        unmatched.incrementAndGet();
    }

    void caughtUp() {
        catchUps.incrementAndGet();
    }

    long openNow() {
        return open.get();
    }

    /** Number of stores that are down. */
    public long heldNow() {
        return held.get();
    }

    long madeInAll() {
        return made.get();
    }

    long routedInAll() {
        return routed.get();
    }

    long unmatchedInAll() {
        return unmatched.get();
    }

    long failuresInAll() {
        return failures.get();
    }

    long catchUpsInAll() {
        return catchUps.get();
    }
}
