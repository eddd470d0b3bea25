package dev.velella.sink.routing;

import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.RoutingOptions;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The stores that are open. Their number is bounded: before one more is opened, the one used longest ago is closed.
 * Owned by the task's thread; {@link #reach} may be called by any.
 */
public final class OpenTargets implements AutoCloseable {
    private final RdfSinkConfig config;
    private final Function<RdfSinkConfig, Target> targets;
    private final DeadLetters letters;
    private final SinkCounts counts;
    private final RoutingCounts routing;
    private final LongSupplier clockMs;
    private final int most;
    private final Map<Route, OpenTarget> open = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param config configuration with placeholders in the address of its store
     * @param targets opens the store of a configuration without placeholders
     * @param clockMs any steadily growing count of ms
     */
    public OpenTargets(
            RdfSinkConfig config,
            Function<RdfSinkConfig, Target> targets,
            DeadLetters letters,
            SinkCounts counts,
            RoutingCounts routing,
            LongSupplier clockMs) {
        this.config = config;
        this.targets = targets;
        this.letters = letters;
        this.counts = counts;
        this.routing = routing;
        this.clockMs = clockMs;
        this.most = RoutingOptions.MAX_OPEN.of(config);
    }

    /** A store, which is opened if necessary, and made if the options say so; see {@link #inTheWayOf} before. */
    OpenTarget get(Route route) {
        OpenTarget known = open.get(route);
        if (known != null) {
            return known;
        }
        RdfSinkConfig own = config.routedTo(route.url(), route.updates());
        make(own);
        Target target = targets.apply(own);
        OpenTarget opened =
                new OpenTarget(route, target, new StoreWriter(target, route, own, letters, counts, clockMs));
        open.put(route, opened);
        routing.open(open.size());
        return opened;
    }

    private void make(RdfSinkConfig own) {
        String template = RoutingOptions.TEMPLATE.orNull(config);
        if (template != null && own.target().make(own, template)) {
            routing.made();
        }
    }

    /**
     * The store to close before another one is opened: the one used longest ago. Empty if the store is open, or there is
     * room for it.
     */
    Optional<Route> inTheWayOf(Route route) {
        return open.containsKey(route) || open.size() < most
                ? Optional.empty()
                : Optional.of(open.keySet().iterator().next());
    }

    /**
     * Waits until a store has applied all records that it was given.
     *
     * @throws RuntimeException the failure of the store
     */
    void settle(Route route) {
        OpenTarget target = open.get(route);
        if (target != null) {
            target.writer().settle();
        }
    }

    /** Closes a store. After a failure it is not known whether its last batch was applied. */
    void drop(Route route) {
        OpenTarget target = open.remove(route);
        if (target != null) {
            target.close();
        }
        routing.open(open.size());
    }

    /** Gives up partitions that another task may have from now on. */
    public void release(Collection<PartitionId> ids) {
        open.values().forEach(target -> target.writer().release(ids));
    }

    /**
     * Tries, with connections of its own, whether a store can be read. Makes it if the options say so.
     *
     * @throws dev.velella.sink.error.StoreFailedException if it cannot be read
     * @throws dev.velella.sink.error.StoreUnavailableException if it does not answer now
     */
    void reach(Route route, Collection<PartitionId> ids) {
        RdfSinkConfig own = config.routedTo(route.url(), route.updates());
        make(own);
        try (Target target = targets.apply(own)) {
            target.appliedOffsets(ids);
        }
    }

    /** Closes all stores. */
    @Override
    public void close() {
        open.values().forEach(OpenTarget::close);
        open.clear();
        routing.open(0);
    }
}
