package dev.velella.sink.routing;

import dev.velella.sink.error.Causes;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.PartitionId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.http.conn.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Applies records to their stores, side by side. A store that fails counts as down from its first record on; the others
 * go on. If there is no connection, or a second store does not answer, the server is out of reach, and nothing more is
 * tried. Owned by the task's thread.
 */
public final class StoreWrites {
    private final OpenTargets targets;
    private final HeldTargets held;
    private final RoutedTopics topics;
    private final RoutingCounts counts;

    /**
     * The result of applying records.
     *
     * @param serverAway why the server is out of reach, so that the records have to be read again; null if it is not
     * @param isAnyApplied whether any store has applied its records
     */
    public record Result(@Nullable String serverAway, boolean isAnyApplied) {}

    public StoreWrites(OpenTargets targets, HeldTargets held, RoutedTopics topics, RoutingCounts counts) {
        this.targets = targets;
        this.held = held;
        this.topics = topics;
        this.counts = counts;
    }

    /**
     * Applies records. On return they are durable in every store that is not down.
     *
     * @throws org.apache.kafka.connect.errors.DataException if a record is refused and must not be put aside
     */
    public Result apply(Map<Route, List<RoutedRecord>> byStore) {
        Step step = new Step(byStore);
        try {
            byStore.keySet().forEach(step::begin);
        } finally {
            step.end();
        }
        return new Result(step.serverAway, step.isAnyApplied);
    }

    /** One call of {@link #apply}. */
    private final class Step {
        private final Map<Route, List<RoutedRecord>> byStore;
        private final Set<Route> begun = new HashSet<>();
        private @Nullable String serverAway;
        private boolean isAnyApplied;
        private boolean isOneSilent;

        Step(Map<Route, List<RoutedRecord>> byStore) {
            this.byStore = byStore;
        }

        void begin(Route route) {
            if (serverAway != null) {
                return;
            }
            targets.inTheWayOf(route).ifPresent(eldest -> {
                end(eldest);
                targets.drop(eldest);
            });
            List<RoutedRecord> records = byStore.getOrDefault(route, List.of());
            begun.add(route);
            orDown(route, () -> {
                OpenTarget target = targets.get(route);
                target.claim(
                        records.stream().map(each -> each.record().partition()).collect(Collectors.toSet()),
                        topics.ids());
                target.apply(records);
            });
        }

        /** Waits for all stores. */
        void end() {
            List.copyOf(begun).forEach(this::end);
        }

        private void end(Route route) {
            if (begun.remove(route)) {
                orDown(route, () -> {
                    targets.settle(route);
                    isAnyApplied = true;
                    counts.applied(route, byStore.getOrDefault(route, List.of()).size());
                });
            }
        }

        private void orDown(Route route, Runnable task) {
            try {
                task.run();
            } catch (StoreUnavailableException | StoreFailedException | StaleClaimException e) {
                begun.remove(route);
                targets.drop(route);
                held.failed(route, firstOffsets(byStore.getOrDefault(route, List.of())), e);
                noteServer(e);
            }
        }

        private void noteServer(RuntimeException e) {
            boolean isSilent = e instanceof StoreUnavailableException && isConnectionLost(e);
            if (Causes.any(e, StoreWrites::isNoConnection) || (isSilent && isOneSilent)) {
                serverAway = e.getMessage();
            }
            isOneSilent |= isSilent;
        }
    }

    /** Whether the server gave no answer at all, unlike an answer that is an error. */
    private static boolean isConnectionLost(RuntimeException e) {
        return e.getCause() instanceof IOException;
    }

    private static boolean isNoConnection(Throwable fault) {
        return fault instanceof ConnectException
                || fault instanceof ConnectTimeoutException
                || fault instanceof NoRouteToHostException
                || fault instanceof UnknownHostException;
    }

    private static Map<PartitionId, Long> firstOffsets(List<RoutedRecord> records) {
        Map<PartitionId, Long> first = new HashMap<>();
        records.forEach(
                each -> first.merge(each.record().partition(), each.record().offset(), Math::min));
        return first;
    }
}
