package dev.velella.sink.apply;

import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.PartitionEnds;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.intake.RecordValues;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import java.util.Collection;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of the open partitions to the only store of a task, through a {@link StoreWriter}. Each record is
 * applied once.
 *
 * <p>Rules for special records:
 * <ul>
 * <li>If refused records may be put aside, a refused record is put aside, and the records before and after it are
 *     applied.
 * <li>If refused records must not be put aside, the records before a refused record are applied. The refused record and
 *     the records after it are not.
 * <li>If the codec state of a record is missing, it is read back from the record's partition, unless the record is not
 *     needed.
 * </ul>
 *
 * <p>Used by the task's thread only.
 */
public final class PatchApplier {
    private final StoreWriter writer;
    private final RdfSinkConfig config;
    private final RecordValues values;
    private final PartitionEnds ends;
    private final SinkCounts counts;

    /**
     * @param writer writes to the store
     * @param config handling of records
     * @param reads what the task can read in the cluster beside its records
     * @param ends what is known of the ends of partitions
     * @param counts counters of the task
     */
    public PatchApplier(
            StoreWriter writer, RdfSinkConfig config, ClusterReads reads, PartitionEnds ends, SinkCounts counts) {
        this.writer = writer;
        this.config = config;
        this.ends = ends;
        this.counts = counts;
        this.values = new RecordValues(config, reads);
    }

    /**
     * Applies records. It stops at the first record that is refused and must not be put aside, or that has to wait. If
     * more records will come at once, the last records may stay in a batch that {@link StoreWriter#settle} or the next call
     * applies.
     *
     * @param more whether more records are waiting
     * @throws DataException if a record is refused and must not be put aside; the message names the record
     * @throws AwaitedBaseException if a record has to wait for its dictionary, or for the records on which it builds
     * @throws ConnectException if a dead letter could not be written
     * @throws dev.velella.sink.error.StoreFailedException if the store failed, maybe with a batch of an earlier call;
     *     the caller must then call {@link StoreWriter#reopen} first
     */
    public void apply(Collection<InputRecord> records, boolean more) {
        writer.prefetch(records);
        boolean goesOn = false;
        try {
            for (InputRecord record : writer.inOrder(records)) {
                take(record);
                writer.commitIfFull();
            }
            goesOn = more;
        } finally {
            if (!goesOn) {
                writer.settle();
            } else if (writer.limits().patienceMs() == 0) {
                writer.commit();
            }
        }
    }

    /**
     * Moves the next offset of a partition behind transaction markers, if it is known that only such markers follow the
     * records taken in. A store that has all records of a partition is then at the end of the partition. So nothing
     * seems to be missing after retention has removed all records.
     */
    public void passMarkers() {
        for (PartitionId id : writer.claimed()) {
            long next = writer.nextOffset(id);
            long behind = ends.behindMarkers(id, next);
            if (behind > next && !config.snapshotTopics().holdsSnapshots(id.topic())) {
                writer.passTo(id, behind);
            }
        }
    }

    private void take(InputRecord record) {
        counts.partition(record.partition()).read(record.timestampMs());
        if (writer.has(record)) {
            return;
        }
        RecordContent content = null;
        try {
            content = values.of(record);
            if (content instanceof RecordContent.Excluded) {
                writer.pass(record);
                counts.excluded();
            } else if (content instanceof RecordContent.Undecoded undecoded) {
                content = restored(record, undecoded);
            } else if (content instanceof RecordContent.WithoutDictionary without) {
                withoutDictionary(record, without.reason());
            }
        } catch (PatchRefusedException e) {
            writer.refuse(record, content, e);
            return;
        }
        if (content instanceof RecordContent.Decoded decoded) {
            writer.take(record, decoded);
        }
    }

    /** Decodes a record whose codec state was missing; null if the record is dealt with, and need not be decoded. */
    private RecordContent.@Nullable Decoded restored(InputRecord record, RecordContent.Undecoded undecoded) {
        if (writer.passUndecoded(record)) {
            return null;
        }
        try {
            return values.restored(record, undecoded.frame());
        } catch (PatchRefusedException e) {
            if (e.kind() != RefusalReason.MISSING_STATE
                    || !writer.breakUndecodable(record, String.valueOf(e.getMessage()))) {
                throw e;
            }
            return null;
        }
    }

    /**
     * Leaves out a record whose dictionary is missing, if it is not needed, or lets its stream wait for a snapshot.
     *
     * @throws AwaitedBaseException if the task has to wait for the dictionary
     */
    private void withoutDictionary(InputRecord record, String reason) {
        if (!writer.passUndecoded(record)
                && (config.onChainBreak() != OnChainBreak.RESYNC || !writer.breakUndecodable(record, reason))) {
            String way = record.isNumbered()
                    ? ". " + new TrimmedAdvice(record.partition().topic(), config.snapshotTopics()).patches()
                    : "";
            throw AwaitedBaseException.missing(record.place(), reason + way);
        }
    }
}
