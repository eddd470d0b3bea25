package dev.velella.sink.apply;

import dev.velella.dictionary.DictionarySource;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.PassedOverException;
import dev.velella.sink.history.Rewind;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.intake.AwaitedDictionaryException;
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
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records and divides them among their stores. A record that is read again only for stores that lacked it is
 * given to no other. A record that names no store is refused. Used by the task's thread only.
 */
public final class RoutedRecords {
    private final RdfSinkConfig config;
    private final LongSupplier clockMs;
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
     * @param rewinds partitions that have to be read again from an earlier offset, because codec state is missing
     */
    public record Divided(
            Map<Route, List<RoutedRecord>> byStore, Map<PartitionId, Long> readTo, Map<PartitionId, Long> rewinds) {}

    /** For one task; partitions begin when their first record comes. */
    public RoutedRecords(
            RdfSinkConfig config,
            @Nullable DictionarySource dictionaries,
            HeldTargets held,
            DeadLetters letters,
            SinkCounts counts,
            RoutingCounts routing,
            LongSupplier clockMs) {
        this.config = config;
        this.clockMs = clockMs;
        this.values = new RecordValues(config.maxStreams(), config.inputFormat(), dictionaries);
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
     * Divides records. In each partition it stops at the first record whose codec state is missing.
     *
     * @throws DataException if a record is refused and must not be put aside
     */
    public Divided divide(Collection<InputRecord> records) {
        Divided divided = new Divided(new LinkedHashMap<>(), new HashMap<>(), new HashMap<>());
        for (InputRecord record : records) {
            PartitionId id = record.partition();
            if (!divided.rewinds().containsKey(id)) {
                RoutedPartition partition = partitions.computeIfAbsent(id, fresh -> begin(fresh, record.offset()));
                counts.partition(id).read(record.timestampMs());
                take(record, partition, divided);
            }
        }
        return divided;
    }

    private RoutedPartition begin(PartitionId id, long offset) {
        counts.partition(id).claimed(offset);
        return new RoutedPartition(
                offset,
                new KeyFrameTracker(config.maxStreams(), config.keyFrameIntervalMs(), clockMs),
                new Rewind(
                        config.rewindMaxPerMinute(),
                        clockMs,
                        new TrimmedAdvice(id.topic(), config.snapshotTopics()),
                        config.anotherStore()));
    }

    private void take(InputRecord record, RoutedPartition partition, Divided divided) {
        PartitionId id = record.partition();
        long offset = record.offset();
        boolean isNew = offset >= partition.done();
        boolean isNeeded = isNew || held.reads(id, offset);
        RecordContent content = null;
        try {
            content = values.of(record);
            if (content instanceof RecordContent.Undecoded undecoded) {
                if (isNeeded) {
                    divided.rewinds().put(id, partition.rewind(offset, undecoded.frame()));
                    return;
                }
            } else if (content instanceof RecordContent.WithoutDictionary without) {
                if (isNeeded && !origins.excludes(record)) {
                    throw AwaitedDictionaryException.missing(record.place(), without.reason());
                }
                partition.dealtWith(offset);
            } else {
                partition.decoded(offset, record.jelly());
                if (origins.excludes(record)) {
                    if (isNew) {
                        counts.excluded();
                    }
                } else if (isNeeded) {
                    divide(record, content, isNew, divided);
                }
            }
        } catch (PatchRefusedException e) {
            partition.dealtWith(offset);
            if (isNew) {
                letters.put(record, content, e);
            }
        } catch (PassedOverException e) {
            throw new DataException(record.place() + ": " + e.getMessage(), e);
        }
        divided.readTo().put(id, offset + 1);
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
