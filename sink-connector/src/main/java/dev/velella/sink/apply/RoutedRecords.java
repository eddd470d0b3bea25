package dev.velella.sink.apply;

import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.OriginFilter;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.intake.RecordValues;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.routing.HeldTargets;
import dev.velella.sink.routing.Route;
import dev.velella.sink.routing.RoutedRecord;
import dev.velella.sink.routing.Router;
import dev.velella.sink.routing.RoutingCounts;
import dev.velella.sink.store.PartitionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records and divides them among their stores. A record that is read again only for stores that lacked it is
 * given to no other. A record that names no store is refused. Used by the task's thread only.
 */
public final class RoutedRecords {
    private final RecordValues values;
    private final OriginFilter origins;
    private final Router router;
    private final HeldTargets held;
    private final DeadLetters letters;
    private final SinkCounts counts;
    private final RoutingCounts routing;
    private final Map<PartitionId, RoutedPartition> partitions = new HashMap<>();

    /**
     * Records, divided among stores.
     *
     * @param byStore records of each store, in order
     * @param readTo for each partition, the offset after the last record that is among them or needs no store
     */
    public record Divided(Map<Route, List<RoutedRecord>> byStore, Map<PartitionId, Long> readTo) {}

    /** For one task; partitions begin when their first record comes. */
    public RoutedRecords(
            RdfSinkConfig config,
            ClusterReads reads,
            HeldTargets held,
            DeadLetters letters,
            SinkCounts counts,
            RoutingCounts routing) {
        this.values = new RecordValues(config, reads);
        this.origins = new OriginFilter(config);
        this.router = new Router(config);
        this.held = held;
        this.letters = letters;
        this.counts = counts;
        this.routing = routing;
    }

    /** The state of a partition; null before its first record. */
    @Nullable
    public RoutedPartition partition(PartitionId id) {
        return partitions.get(id);
    }

    /** Forgets partitions that another task may have from now on. */
    public void release(Collection<PartitionId> ids) {
        partitions.keySet().removeAll(ids);
        ids.forEach(id -> counts.partition(id).closed());
    }

    /**
     * Divides records.
     *
     * @throws DataException if a record is refused and must not be put aside
     * @throws AwaitedBaseException if a record has to wait for its dictionary, or for the records on which it builds
     */
    public Divided divide(Collection<InputRecord> records) {
        Divided divided = new Divided(new LinkedHashMap<>(), new HashMap<>());
        for (InputRecord record : records) {
            PartitionId id = record.partition();
            RoutedPartition partition = partitions.computeIfAbsent(id, fresh -> begin(fresh, record.offset()));
            counts.partition(id).read(record.timestampMs());
            take(record, partition, divided);
        }
        return divided;
    }

    private RoutedPartition begin(PartitionId id, long offset) {
        counts.partition(id).claimed(offset);
        return new RoutedPartition(offset);
    }

    private void take(InputRecord record, RoutedPartition partition, Divided divided) {
        PartitionId id = record.partition();
        long offset = record.offset();
        boolean isNew = offset >= partition.done();
        boolean isNeeded = isNew || held.reads(id, offset);
        RecordContent content = null;
        try {
            if (isNeeded) {
                content = values.of(record);
                if (origins.excludes(record)) {
                    if (isNew) {
                        counts.excluded();
                    }
                } else {
                    content = decoded(record, content);
                    divide(record, content, isNew, divided);
                }
            }
        } catch (PatchRefusedException e) {
            if (isNew) {
                letters.put(record, content, e);
            }
        }
        divided.readTo().put(id, offset + 1);
    }

    private RecordContent decoded(InputRecord record, RecordContent content) {
        if (content instanceof RecordContent.WithoutDictionary without) {
            throw AwaitedBaseException.missing(record.place(), without.reason());
        }
        return content instanceof RecordContent.Undecoded undecoded
                ? values.restored(record, undecoded.frame())
                : content;
    }

    private void divide(InputRecord record, RecordContent content, boolean isNew, Divided divided) {
        Set<Route> routes = router.routes(record, content);
        if (routes.isEmpty() && isNew) {
            routing.unmatched();
        }
        for (Route route : routes) {
            if (isNew && held.isDown(route)) {
                held.lacks(route, record.partition(), record.offset());
            } else if (isNew || held.reads(route, record.partition(), record.offset())) {
                divided.byStore()
                        .computeIfAbsent(route, fresh -> new ArrayList<>())
                        .add(new RoutedRecord(record, content));
            }
        }
    }
}
