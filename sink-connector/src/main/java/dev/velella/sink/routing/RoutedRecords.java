package dev.velella.sink.routing;

import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.intake.RecordValues;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records and divides them among their stores. A record that is read again only for stores that lacked it is
 * given to no other. A record that names no store is refused. Used by the task's thread only.
 */
public final class RoutedRecords {
    private final RecordValues values;
    private final Router router;
    private final HeldTargets held;
    private final DeadLetters letters;
    private final SinkCounts counts;
    private final RoutingCounts routing;

    /** By partition: the offset behind the last record that all its stores have, but for those that are down. */
    private final Map<PartitionId, Long> done = new HashMap<>();

    /**
     * Records, divided among stores.
     *
     * @param byStore records of each store, in order
     * @param readTo for each partition, the offset after the last record that is among them or needs no store
     * @param stop why the records end here: the next one has to wait, or is refused and must not be put aside; null if
     *     they do not
     */
    public record Divided(
            Map<Route, List<RoutedRecord>> byStore, Map<PartitionId, Long> readTo, @Nullable RuntimeException stop) {}

    /** For one task; partitions begin when their first record comes. */
    public RoutedRecords(
            RdfSinkConfig config,
            ClusterReads reads,
            HeldTargets held,
            DeadLetters letters,
            SinkCounts counts,
            RoutingCounts routing) {
        this.values = new RecordValues(config, reads);
        this.router = new Router(config);
        this.held = held;
        this.letters = letters;
        this.counts = counts;
        this.routing = routing;
    }

    /**
     * Notes that the stores have all records of a partition below an offset, but for those that are down. Returns the
     * greatest such offset.
     */
    public long doneTo(PartitionId id, long offset) {
        return done.merge(id, offset, Math::max);
    }

    /** Forgets partitions that another task may have from now on. */
    public void release(Collection<PartitionId> ids) {
        done.keySet().removeAll(ids);
        ids.forEach(id -> counts.partition(id).closed());
    }

    /** Divides records, up to the first one that stops the task. */
    public Divided divide(Collection<InputRecord> records) {
        Map<Route, List<RoutedRecord>> byStore = new LinkedHashMap<>();
        Map<PartitionId, Long> readTo = new HashMap<>();
        try {
            for (InputRecord record : records) {
                take(record, byStore);
                readTo.put(record.partition(), record.offset() + 1);
            }
        } catch (RuntimeException e) {
            return new Divided(byStore, readTo, e);
        }
        return new Divided(byStore, readTo, null);
    }

    private void take(InputRecord record, Map<Route, List<RoutedRecord>> byStore) {
        PartitionId id = record.partition();
        long offset = record.offset();
        boolean isNew = offset >= done.computeIfAbsent(id, fresh -> begin(fresh, offset));
        counts.partition(id).read(record.timestampMs());
        if (!isNew && !held.reads(id, offset)) {
            return;
        }
        RecordContent content = null;
        try {
            content = values.of(record);
            if (content instanceof RecordContent.Undecoded undecoded) {
                content = values.restored(record, undecoded.frame());
            }
            if (content instanceof RecordContent.WithoutDictionary without) {
                throw AwaitedBaseException.missing(record.place(), without.reason());
            } else if (content instanceof RecordContent.Decoded decoded) {
                divide(record, decoded, isNew, byStore);
            } else if (isNew) {
                counts.excluded();
            }
        } catch (PatchRefusedException e) {
            if (isNew) {
                letters.put(null, record, content, e);
            }
        }
    }

    private long begin(PartitionId id, long offset) {
        counts.partition(id).claimed(offset);
        return offset;
    }

    private void divide(
            InputRecord record, RecordContent.Decoded content, boolean isNew, Map<Route, List<RoutedRecord>> byStore) {
        Set<Route> routes = router.routes(record, content);
        if (routes.isEmpty() && isNew) {
            routing.unmatched();
        }
        for (Route route : routes) {
            if (isNew && held.isDown(route)) {
                held.lacks(route, record.partition(), record.offset());
            } else if (isNew || held.reads(route, record.partition(), record.offset())) {
                byStore.computeIfAbsent(route, fresh -> new ArrayList<>()).add(new RoutedRecord(record, content));
            }
        }
    }
}
