package dev.velella.sink.apply;

import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.StoreOwner;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.OriginFilter;
import dev.velella.sink.intake.PartitionEnds;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.intake.RecordIntake;
import dev.velella.sink.intake.RecordValues;
import dev.velella.sink.intake.TermPolicy;
import dev.velella.sink.metrics.Divergence;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of the open partitions to a target, in batches. Each record is applied once.
 *
 * <p>Rules for special records:
 * <ul>
 * <li>A record below the next offset of its partition is only read, so redelivery changes nothing.
 * <li>If refused records may be put aside, a refused record is put aside, and the records before and after it are
 *     applied.
 * <li>If refused records must not be put aside, the records before a refused record are applied. The refused record and
 *     the records after it are not.
 * <li>If the codec state of a record is missing, it is read back from the record's partition.
 * </ul>
 *
 * <p>Used by the task's thread only.
 */
public final class PatchApplier {
    private final Target target;
    private final StoreOwner owner;
    private final RdfSinkConfig config;
    private final RecordValues values;
    private final RecordIntake intake;
    private final OriginFilter origins;
    private final DeadLetters letters;
    private final PartitionEnds ends;
    private final SinkCounts counts;
    private final OpenPartitions partitions = new OpenPartitions();
    private final BatchLimits limits;
    private final BatchPipeline batches;
    private final StreamLooks looks;

    /** Whether the task must fail if a numbered record is refused. */
    private boolean refusesNumbered;

    /**
     * @param target store to which records are applied
     * @param config sizes of transactions, handling of records, limits
     * @param reads what the task can read in the cluster beside its records
     * @param letters receives refused records
     * @param ends what is known of the ends of partitions
     * @param counts counters of the task
     * @param clockMs any steadily growing count of ms
     */
    public PatchApplier(
            Target target,
            RdfSinkConfig config,
            ClusterReads reads,
            DeadLetters letters,
            PartitionEnds ends,
            SinkCounts counts,
            LongSupplier clockMs) {
        this.target = target;
        this.owner = new StoreOwner(target, config);
        this.config = config;
        this.letters = letters;
        this.ends = ends;
        this.counts = counts;
        this.values = new RecordValues(config, reads);
        this.intake = new RecordIntake(config, new TermPolicy(target.capabilities(), config.blankNodes()), counts);
        this.origins = new OriginFilter(config);
        this.limits = new BatchLimits(config, clockMs);
        Divergence divergence = new Divergence(config, config.describeTarget(), clockMs);
        this.looks = new StreamLooks(target, config, counts, divergence, clockMs);
        this.batches = new BatchPipeline(target, partitions, letters, limits, counts, looks, divergence);
    }

    /** Checks that no other connector has partitions that are about to be claimed; see {@link StoreOwner#check}. */
    public void checkOwner(Collection<PartitionId> ids) {
        owner.check(ids);
    }

    /** Claims partitions. Returns the claims; a claim has the offset from which its partition must be read. */
    public Map<PartitionId, Claim> open(Collection<PartitionId> ids) {
        batches.finish();
        Map<PartitionId, Claim> claims = owner.claim(ids);
        limits.claimed(claims.values());
        partitions.put(claims);
        claims.forEach((id, claim) -> counts.partition(id).claimed(claim.nextOffset()));
        return claims;
    }

    /** Closes partitions. */
    public void close(Collection<PartitionId> ids) {
        partitions.remove(ids);
        ids.forEach(id -> counts.partition(id).closed());
    }

    /** Offset of the first record of an open partition that is not applied and not in a batch under way. */
    public long nextOffset(PartitionId id) {
        return partitions.get(id).nextOffset();
    }

    /**
     * Applies records. It stops at the first record that is refused and must not be put aside, or that has to wait. If
     * more records will come at once, the last records may stay in a batch that {@link #settle} or the next call applies.
     *
     * @param more whether more records are waiting
     * @throws DataException if a record is refused and must not be put aside; the message names the record
     * @throws AwaitedBaseException if a record has to wait for its dictionary, or for the records on which it builds
     * @throws ConnectException if a dead letter could not be written
     * @throws dev.velella.sink.error.StoreFailedException if the store failed, maybe with a batch of an earlier call;
     *     the caller must then call {@link #reopen} first
     */
    public void apply(Collection<InputRecord> records, boolean more) {
        target.prefetch(intake.streams(records));
        boolean goesOn = false;
        try {
            for (InputRecord record : intake.inOrder(records, batches.collecting())) {
                if (batches.collecting().records() == 0) {
                    limits.opened();
                }
                take(record);
                if (limits.isReached(batches.collecting())) {
                    batches.commit();
                }
            }
            goesOn = more;
        } finally {
            if (!goesOn) {
                settle();
            } else if (limits.patienceMs() == 0) {
                batches.commit();
            }
        }
    }

    /** Applies all records that were taken in. Returns when they are applied. */
    public void settle() {
        batches.commit();
        batches.finish();
    }

    /** Whether there are records that were taken in but not applied. */
    public boolean isWaiting() {
        return batches.isWaiting();
    }

    /**
     * Moves the next offset of a partition behind transaction markers, if it is known that only such markers follow the
     * applied records. A store that has all records of a partition is then at the end of the partition. So nothing
     * seems to be missing after retention has removed all records.
     */
    public void passMarkers() {
        partitions.forEach((id, claim) -> {
            long next = batches.collecting().nextOffset(id).orElse(claim.nextOffset());
            long behind = ends.behindMarkers(id, next);
            if (behind > next && !config.snapshotTopics().holdsSnapshots(id.topic())) {
                batches.collecting().passTo(id, claim, behind);
            }
        });
    }

    /** Looks at the graph of a stream, if that is due. No records may wait. */
    public void lookWhenDue() {
        looks.lookWhenDue();
    }

    /** The limits for the size and the time of a batch. */
    public BatchLimits limits() {
        return limits;
    }

    /**
     * Sets whether the refusal of a numbered record ends the task, whatever the options say. This is necessary while a
     * store is rebuilt, because without the record the store would not hold the graph of the stream.
     */
    public void refuseNumbered(boolean refuses) {
        refusesNumbered = refuses;
    }

    private void take(InputRecord record) {
        PartitionId id = record.partition();
        Claim claim = partitions.get(id);
        counts.partition(id).read(record.timestampMs());
        if (record.offset() < batches.collecting().nextOffset(id).orElse(claim.nextOffset())) {
            return; // its batch was applied
        }
        RecordContent content = null;
        try {
            content = values.of(record);
            if (content instanceof RecordContent.Undecoded undecoded) {
                content = restored(record, claim, undecoded);
            }
            if (content instanceof RecordContent.WithoutDictionary without) {
                withoutDictionary(record, claim, without.reason());
            } else if (content != null) {
                decoded(record, claim, content);
            }
        } catch (PatchRefusedException e) {
            refuse(record, claim, content, e);
        }
    }

    private void decoded(InputRecord record, Claim claim, RecordContent content) {
        if (origins.excludes(record)) {
            batches.collecting().pass(record.partition(), claim, record.offset());
            counts.excluded();
        } else {
            intake.take(batches.collecting(), claim, record, content);
            batches.collecting().eventTime(record.eventTimeMs());
        }
    }

    /** Decodes a record whose codec state was missing; null if the record is dealt with, and need not be decoded. */
    private @Nullable RecordContent restored(InputRecord record, Claim claim, RecordContent.Undecoded undecoded) {
        BatchBuilder batch = batches.collecting();
        if (intake.passUndecoded(batch, claim, record)) {
            return null;
        }
        intake.checkUndecoded(record, undecoded.frame().kind());
        try {
            return values.restored(record, undecoded.frame());
        } catch (PatchRefusedException e) {
            if (e.kind() != RefusalReason.MISSING_STATE
                    || !intake.breakUndecodable(batch, claim, record, String.valueOf(e.getMessage()))) {
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
    private void withoutDictionary(InputRecord record, Claim claim, String reason) {
        BatchBuilder batch = batches.collecting();
        if (origins.excludes(record)) {
            batch.pass(record.partition(), claim, record.offset());
            counts.excluded();
        } else if (!intake.passUndecoded(batch, claim, record)
                && (config.onChainBreak() != OnChainBreak.RESYNC
                        || !intake.breakUndecodable(batch, claim, record, reason))) {
            String way = record.isNumbered()
                    ? ". " + new TrimmedAdvice(record.partition().topic(), config.snapshotTopics()).patches()
                    : "";
            throw AwaitedBaseException.missing(record.place(), reason + way);
        }
    }

    private void refuse(InputRecord record, Claim claim, @Nullable RecordContent content, PatchRefusedException why) {
        if (why.kind() == RefusalReason.CHAIN && config.onChainBreak() == OnChainBreak.FAIL) {
            throw new DataException(record.place() + ": " + why.getMessage(), why);
        }
        if (refusesNumbered && record.isNumbered()) {
            throw new DataException(
                    record.place()
                            + ": the store cannot be built again without this record, and was left as it is: "
                            + why.getMessage(),
                    why);
        }
        letters.put(record, content, why);
        batches.collecting().pass(record.partition(), claim, record.offset());
    }

    /** Returns the store to its durable state and claims the partitions again, like {@link #open}. */
    public Map<PartitionId, Claim> reopen(Set<PartitionId> assigned) {
        batches.forgetUnderWay();
        target.reopen();
        batches.discard();
        return open(assigned);
    }
}
