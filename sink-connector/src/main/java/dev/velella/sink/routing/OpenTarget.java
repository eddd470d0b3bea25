package dev.velella.sink.routing;

import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.StoreOwner;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.RecordIntake;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * One store that is open, with its claims and the batch that it applies. It keeps its own offsets and chains, in the
 * transaction of its data, and leaves out every record below its next offset: so a record that comes again changes
 * nothing. After an exception of the store the object must be closed; a new one reads the offsets again. Owned by the
 * task's thread.
 */
final class OpenTarget implements AutoCloseable {
    private final Route route;
    private final Target target;
    private final StoreOwner owner;
    private final RdfSinkConfig config;
    private final RecordIntake intake;
    private final DeadLetters letters;
    private final SinkCounts counts;
    private final Map<PartitionId, Claim> claims = new HashMap<>();

    private BatchBuilder batch;
    private @Nullable UnderWay underWay;

    private record UnderWay(Applying applying, Batch batch, int records) {}

    OpenTarget(Route route, Target target, RdfSinkConfig config, DeadLetters letters, SinkCounts counts) {
        this.route = route;
        this.target = target;
        this.owner = new StoreOwner(target, config);
        this.config = config;
        this.letters = letters;
        this.counts = counts;
        this.intake = new RecordIntake(config, new TermPolicy(target.capabilities(), config.blankNodes()), counts);
        this.batch = new BatchBuilder(target);
    }

    /**
     * Claims those of some partitions that are not claimed yet.
     *
     * @param topicIds ids of the topics as the cluster knows them; without a topic whose id is not known
     * @throws ConnectException if the store was built from another topic of the same name, or if another connector has
     *     one of the partitions
     */
    void claim(Collection<PartitionId> ids, Map<String, String> topicIds) {
        Set<PartitionId> missing = new HashSet<>(ids);
        missing.removeAll(claims.keySet());
        if (missing.isEmpty()) {
            return;
        }
        settle();
        owner.check(missing);
        Map<String, String> wanted = new HashMap<>(topicIds);
        wanted.keySet().retainAll(missing.stream().map(PartitionId::topic).collect(Collectors.toSet()));
        Map<String, String> known = wanted.isEmpty() ? Map.of() : target.topicIds();
        known.forEach((topic, id) -> {
            String now = wanted.remove(topic);
            if (now != null && !now.equals(id)) {
                throw new ConnectException("topic " + topic + " was deleted and created again: its id is " + now
                        + ", and the store at " + route + " was built from " + id + ". Nothing was applied to it. Write"
                        + " to other stores, or give the topic another name");
            }
        });
        claims.putAll(owner.claim(missing));
        if (!wanted.isEmpty()) {
            target.keepTopicIds(wanted);
        }
    }

    /**
     * Begins to apply records, in their order. Records of partitions that are not claimed must not come.
     *
     * @throws DataException if a record is refused and must not be put aside
     */
    void apply(List<RoutedRecord> records) {
        List<RoutedRecord> fresh = records.stream()
                .filter(each -> each.record().offset() >= claim(each.record()).nextOffset())
                .toList();
        target.prefetch(intake.streams(fresh.stream().map(RoutedRecord::record).toList()));
        for (RoutedRecord each : fresh) {
            take(each);
            if (batch.records() >= config.batchMaxRecords()
                    || batch.operations() >= config.batchMaxOperations()
                    || batch.bytes() >= config.batchMaxBytes()) {
                begin();
            }
        }
        begin();
    }

    private Claim claim(InputRecord record) {
        Claim claim = claims.get(record.partition());
        if (claim == null) {
            throw new IllegalStateException(record.partition() + " is not claimed");
        }
        return claim;
    }

    private void take(RoutedRecord each) {
        InputRecord record = each.record();
        try {
            intake.take(batch, claim(record), record, each.content());
            batch.eventTime(record.eventTimeMs());
        } catch (PatchRefusedException e) {
            PatchRefusedException why = new PatchRefusedException(e.kind(), "store " + route + ": " + e.getMessage());
            if (e.kind() == RefusalReason.CHAIN && config.onChainBreak() == OnChainBreak.FAIL) {
                throw new DataException(record.place() + ": " + why.getMessage(), why);
            }
            letters.put(record, each.content(), why);
            batch.pass(record.partition(), claim(record), record.offset());
        }
    }

    private void begin() {
        if (batch.isEmpty()) {
            return;
        }
        letters.await();
        int records = batch.records();
        Batch full = batch.build();
        batch = new BatchBuilder(target);
        settle();
        Applying applying = target.begin(full);
        underWay = new UnderWay(applying, full, records);
        claims.putAll(applying.claims());
    }

    /** Waits until all records are applied and durable. */
    void settle() {
        UnderWay ending = underWay;
        underWay = null;
        if (ending != null) {
            Applying.Applied applied = ending.applying().await();
            counts.batchApplied(ending.records(), ending.batch().effect(), applied.changes(), applied.tookMs());
        }
    }

    /** Drops records that were taken in but not begun. */
    void discard() {
        batch = new BatchBuilder(target);
    }

    /** Gives up partitions that another task may have from now on. */
    void release(Collection<PartitionId> ids) {
        claims.keySet().removeAll(ids);
    }

    /** Closes the store. A batch under way may still be applied. */
    @Override
    public void close() {
        target.close();
    }
}
