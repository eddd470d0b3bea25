package dev.velella.sink.apply;

import dev.velella.dictionary.DictionarySource;
import dev.velella.keyframe.JellyHeader;
import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.PassedOverException;
import dev.velella.sink.history.Rewind;
import dev.velella.sink.history.StoreOwner;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.intake.AwaitedDictionaryException;
import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.OriginFilter;
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
import java.util.HashMap;
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
 * <li>If the codec state of a record is missing, neither this record nor later records of its partition are applied,
 *     until the partition has been read again from an earlier offset.
 * </ul>
 *
 * <p>Used by the task's thread only.
 */
public final class PatchApplier {
    private final Target target;
    private final StoreOwner owner;
    private final RdfSinkConfig config;
    private final LongSupplier clockMs;
    private final RecordValues values;
    private final RecordIntake intake;
    private final OriginFilter origins;
    private final DeadLetters letters;
    private final SinkCounts counts;
    private final OpenPartitions partitions = new OpenPartitions();
    private final BatchLimits limits;
    private final BatchPipeline batches;
    private final StreamLooks looks;

    /** Whether the task must fail if a numbered record is refused. */
    private boolean refusesNumbered;

    /**
     * @param target store to which records are applied
     * @param config sizes of transactions, handling of records, bounds on key frames and rewinds
     * @param dictionaries where the dictionaries of frames are that come as bytes; null if there is no access to them
     * @param letters receives refused records
     * @param counts counters of the task
     * @param clockMs any steadily growing count of ms
     */
    public PatchApplier(
            Target target,
            RdfSinkConfig config,
            @Nullable DictionarySource dictionaries,
            DeadLetters letters,
            SinkCounts counts,
            LongSupplier clockMs) {
        this.target = target;
        this.owner = new StoreOwner(target, config);
        this.config = config;
        this.letters = letters;
        this.counts = counts;
        this.clockMs = clockMs;
        this.values = new RecordValues(config.maxStreams(), config.inputFormat(), dictionaries);
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
        claims.forEach((id, claim) -> {
            partitions.put(
                    id,
                    new OpenPartition(
                            claim,
                            new KeyFrameTracker(config.maxStreams(), config.keyFrameIntervalMs(), clockMs),
                            new Rewind(
                                    config.rewindMaxPerMinute(),
                                    clockMs,
                                    new TrimmedAdvice(id.topic(), config.snapshotTopics()),
                                    config.anotherStore())));
            counts.partition(id).claimed(claim.nextOffset());
        });
        return claims;
    }

    /** Closes partitions. */
    public void close(Collection<PartitionId> ids) {
        partitions.remove(ids);
        ids.forEach(id -> counts.partition(id).closed());
    }

    /** Offset of the first record of an open partition that is not applied and not in a batch under way. */
    public long nextOffset(PartitionId id) {
        return partitions.get(id).claim().nextOffset();
    }

    /**
     * Applies records. It stops at the first record that is refused and must not be put aside. In each partition it
     * stops at the first record whose codec state is missing. If more records will come at once, the last records may
     * stay in a batch that {@link #settle} or the next call applies.
     *
     * @param more whether more records are waiting
     * @return the partitions with a record whose codec state is missing, and the offset from which each of them must be
     *     read again
     * @throws DataException if a record is refused and must not be put aside; the message names the record
     * @throws ConnectException if a dead letter could not be written
     * @throws dev.velella.sink.error.StoreFailedException if the store failed, maybe with a batch of an earlier call;
     *     the caller must then call {@link #reopen} first
     */
    public Map<PartitionId, Long> apply(Collection<InputRecord> records, boolean more) {
        Map<PartitionId, Long> rewinds = new HashMap<>();
        target.prefetch(intake.streams(records));
        boolean goesOn = false;
        try {
            for (InputRecord record : intake.inOrder(records, batches.collecting())) {
                if (batches.collecting().records() == 0) {
                    limits.opened();
                }
                if (!rewinds.containsKey(record.partition())) {
                    take(record, rewinds);
                }
                if (limits.isReached(batches.collecting())) {
                    batches.commit();
                }
            }
            goesOn = more && rewinds.isEmpty();
        } finally {
            if (!goesOn) {
                settle();
            } else if (limits.patienceMs() == 0) {
                batches.commit();
            }
        }
        counts.rewinds.addAndGet(rewinds.size());
        return rewinds;
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
        partitions.forEach((id, partition) -> {
            long next =
                    batches.collecting().nextOffset(id).orElse(partition.claim().nextOffset());
            long behind = counts.partition(id).behindMarkers(Math.min(next, partition.readTo()));
            if (behind > next && !config.snapshotTopics().holdsSnapshots(id.topic())) {
                batches.collecting().passTo(id, partition.claim(), behind);
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

    private void take(InputRecord record, Map<PartitionId, Long> rewinds) {
        PartitionId id = record.partition();
        OpenPartition partition = partitions.get(id);
        long offset = record.offset();
        counts.partition(id).read(record.timestampMs());
        boolean isNew = offset
                >= batches.collecting().nextOffset(id).orElse(partition.claim().nextOffset());
        RecordContent content = null;
        try {
            content = values.of(record);
            if (content instanceof RecordContent.Undecoded undecoded) {
                if (isNew) {
                    undecoded(record, partition, undecoded, rewinds);
                }
            } else if (content instanceof RecordContent.WithoutDictionary without) {
                if (isNew) {
                    withoutDictionary(record, partition, without.reason());
                }
            } else {
                decoded(record, partition, content, isNew);
            }
        } catch (PatchRefusedException e) {
            if (isNew) {
                refuse(record, partition, content, e);
                partition.dealtWith(offset);
            }
        } catch (PassedOverException e) {
            throw new DataException(record.place() + ": " + e.getMessage(), e);
        }
    }

    private void decoded(InputRecord record, OpenPartition partition, RecordContent content, boolean isNew) {
        long offset = record.offset();
        JellyHeader header = record.jelly();
        partition.decoded(offset, header);
        try {
            if (isNew && origins.excludes(record)) {
                batches.collecting().pass(record.partition(), partition.claim(), offset);
                counts.excluded();
            } else if (isNew) {
                intake.take(batches.collecting(), partition.claim(), record, content);
                batches.collecting().eventTime(record.eventTimeMs());
            }
        } finally {
            partition.passed(offset, header); // even if the record is refused, later records build on its codec state
        }
    }

    private void undecoded(
            InputRecord record,
            OpenPartition partition,
            RecordContent.Undecoded undecoded,
            Map<PartitionId, Long> rewinds) {
        if (intake.passUndecoded(batches.collecting(), partition.claim(), record)) {
            partition.dealtWith(record.offset());
            return;
        }
        intake.checkUndecoded(record, undecoded.frame().header().kind());
        try {
            rewinds.put(record.partition(), partition.rewind(record.offset(), undecoded.frame()));
        } catch (PatchRefusedException e) {
            String reason = String.valueOf(e.getMessage());
            if (!intake.breakUndecodable(batches.collecting(), partition.claim(), record, reason)) {
                throw e;
            }
        }
    }

    /**
     * Leaves out a record whose dictionary is missing, if it is not needed, or lets its stream wait for a snapshot.
     *
     * @throws AwaitedDictionaryException if the task has to wait for the dictionary
     */
    private void withoutDictionary(InputRecord record, OpenPartition partition, String reason) {
        BatchBuilder batch = batches.collecting();
        if (origins.excludes(record)) {
            batch.pass(record.partition(), partition.claim(), record.offset());
            counts.excluded();
        } else if (!intake.passUndecoded(batch, partition.claim(), record)
                && (config.onChainBreak() != OnChainBreak.RESYNC
                        || !intake.breakUndecodable(batch, partition.claim(), record, reason))) {
            String way = record.isNumbered()
                    ? ". " + new TrimmedAdvice(record.partition().topic(), config.snapshotTopics()).patches()
                    : "";
            throw AwaitedDictionaryException.missing(record.place(), reason + way);
        }
        partition.dealtWith(record.offset());
    }

    private void refuse(
            InputRecord record, OpenPartition partition, @Nullable RecordContent content, PatchRefusedException why) {
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
        batches.collecting().pass(record.partition(), partition.claim(), record.offset());
    }

    /** Returns the store to its durable state and claims the partitions again, like {@link #open}. */
    public Map<PartitionId, Claim> reopen(Set<PartitionId> assigned) {
        batches.forgetUnderWay();
        target.reopen();
        batches.discard();
        return open(assigned);
    }
}
