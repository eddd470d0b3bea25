package dev.velella.record;

import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.StreamRecovery;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.record.partition.LookBackLimits;
import dev.velella.record.partition.PartitionReader;
import dev.velella.record.partition.PartitionReader.Bounds;
import dev.velella.record.partition.PartitionReader.End;
import dev.velella.record.partition.ReadBudget;
import java.io.Closeable;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the codec state of a stream by reading its partition back to the key frame, with a consumer of its own that
 * belongs to no group and commits nothing.
 *
 * <p>The record's header tells the distance to the key frame in records of its stream. Records of other streams and
 * transaction markers lie between. Therefore reading begins a little further back. If the key frame was not found,
 * reading begins again, twice as far back. {@link LookBackLimits} limit the records, the bytes, the time, and the
 * look-backs per minute. If a stream cannot be restored, there is no further look-back for it before its next key
 * frame.
 *
 * <p>The consumer reads with the {@code isolation.level} of the given configuration, or with {@code read_committed} if
 * there is none. The level should be the same as in the consumer whose records are decoded. Only visible records before
 * the wanted record are needed. Therefore an open transaction behind this record causes no wait. An open transaction
 * can stand before the record only if the record's reader reads uncommitted records. The look-back does not wait for
 * the records that such a transaction hides.
 *
 * <p>The look-back checks the links of all records from the key frame on. Therefore it restores the right state or
 * none. The consumer is made when it is first needed. An interrupt ends a look-back with
 * {@link LookBackOutcome#FAILED}, and the thread's interrupt flag stays set. Not thread-safe, except {@link #counts}.
 */
public final class LookBack implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LookBack.class);

    /**
     * Further readings, from further back, after a key frame was found, because the key frame that was found may be
     * forged.
     */
    private static final int SECOND_LOOKS = 2;

    /** Most causes that the log names; further ones are only counted. */
    private static final int MOST_LOGGED = 1000;

    private final LookBackLimits limits;
    private final LongSupplier nanoTime;
    private final PartitionReader reader;
    private final MinuteRate rate;
    private final UnrestorableStreams unrestorable = new UnrestorableStreams();
    private final Set<String> logged = new HashSet<>();
    private final EnumCounter<LookBackOutcome> outcomes = new EnumCounter<>(LookBackOutcome.class);
    private final AtomicLong remembered = new AtomicLong();
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /**
     * A look-back with a consumer of its own, which is made later.
     *
     * @param clientConfig of the client that reads the topic: servers, security, isolation level. Group, offset reset,
     *     interceptors, deserializers and sizes of fetches in it are not used; {@code client.id} gets a suffix
     */
    public LookBack(Map<String, ?> clientConfig, LookBackLimits limits) {
        this(clientConfig, limits, System::nanoTime);
    }

    /** @param nanoTime any steadily growing count of ns */
    LookBack(Map<String, ?> clientConfig, LookBackLimits limits, LongSupplier nanoTime) {
        this(new PartitionReader(clientConfig), limits, nanoTime);
    }

    /**
     * A look-back that reads partitions in its own way.
     *
     * @param reader closed together with this object
     * @param nanoTime any steadily growing count of ns
     */
    public LookBack(PartitionReader reader, LookBackLimits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.reader = reader;
        rate = new MinuteRate(limits.perMinute(), nanoTime);
    }

    /**
     * Restores the state that a record needs. Takes at most the time of the limits. Throws none of Kafka's exceptions.
     *
     * @param streams receives the state; unless the outcome is {@link LookBackOutcome#RESTORED}, it is left as it was
     * @param offset of the record; the look-back reads the records before it
     * @param wanted header of the record
     */
    public LookBackResult lookBack(
            DecoderStreams streams, String topic, int partition, long offset, JellyHeader wanted) {
        TopicPartition place = new TopicPartition(topic, partition);
        LookBackResult result = search(streams, place, offset, wanted);
        outcomes.increment(result.outcome());
        log(place, offset, wanted, result);
        return result;
    }

    private LookBackResult search(DecoderStreams streams, TopicPartition place, long offset, JellyHeader wanted) {
        LookBackResult known = unrestorable.find(place, wanted);
        if (known != null) {
            remembered.incrementAndGet();
            return known;
        }
        if (wanted.dist() > offset) {
            return LookBackResult.without(
                    LookBackOutcome.LOST, "there are not as many records before it in the partition as it builds on");
        }
        if (wanted.dist() > limits.records()) {
            return outOfReach();
        }
        if (!rate.tryPass()) {
            return LookBackResult.without(
                    LookBackOutcome.RATE_LIMITED,
                    "more than " + limits.perMinute()
                            + " look-backs were needed in a minute (lookback.max.per.minute)");
        }
        ReadBudget budget = new ReadBudget(limits, nanoTime);
        try {
            return new Search(streams, place, offset, wanted, budget).run();
        } catch (InterruptException e) {
            reader.discard();
            return LookBackResult.without(LookBackOutcome.FAILED, "interrupted");
        } catch (KafkaException e) {
            reader.discard();
            return LookBackResult.without(
                    LookBackOutcome.FAILED, "the partition could not be read back: " + ClientErrors.describe(e));
        } finally {
            records.addAndGet(budget.records());
            bytes.addAndGet(budget.bytes());
        }
    }

    private LookBackResult outOfReach() {
        return LookBackResult.without(
                LookBackOutcome.OUT_OF_REACH,
                "its key frame is further back than may be read: " + limits.records() + " records, " + limits.bytes()
                        + " bytes (lookback.max.records, lookback.max.bytes)");
    }

    /** One look-back: one or more readings of the partition up to the record. */
    private final class Search {
        private final DecoderStreams streams;
        private final TopicPartition place;
        private final long offset;
        private final JellyHeader wanted;
        private final ReadBudget budget;

        /** Offset of the first record in the last reading that has the number of the key frame; -1 if there is none. */
        private long keyFrameAt = -1;

        /**
         * Whether the log has a record of the stream from before the key frame. Then the key frame was not trimmed, but
         * lost.
         */
        private boolean earlierSeen;

        /** Whether the record stands in the partition before its own place too. */
        private boolean isRepeat;

        Search(DecoderStreams streams, TopicPartition place, long offset, JellyHeader wanted, ReadBudget budget) {
            this.streams = streams;
            this.place = place;
            this.offset = offset;
            this.wanted = wanted;
            this.budget = budget;
        }

        LookBackResult run() {
            // A few records more than the header says, because other records nearly always lie between.
            long step = Math.min(2 * wanted.dist() + 8, limits.records());
            int looks = 0;
            while (true) {
                Bounds bounds = reader.bounds(place, budget);
                long from = Math.max(bounds.begin(), offset - step);
                StreamRecovery recovery = new StreamRecovery(streams, place.topic(), wanted);
                End end = read(from, Math.min(offset, bounds.end()), recovery);
                if (recovery.install()) {
                    unrestorable.remove(place, wanted);
                    return LookBackResult.restored(keyFrameAt, isRepeat);
                } else if (end == End.CUT) {
                    continue; // retention has removed records meanwhile, so the bounds are others now
                } else if (end == End.SPENT) {
                    return remember(outOfReach(), recovery);
                } else if (bounds.end() < offset) {
                    return hidden(bounds);
                }
                looks += recovery.hasKeyFrame() ? 1 : 0;
                if (from == bounds.begin() || looks > SECOND_LOOKS) {
                    return remember(missing(recovery, bounds), recovery);
                }
                long next = Math.min(2 * step, budget.recordsLeft());
                if (next <= step) {
                    return remember(recovery.hasKeyFrame() ? missing(recovery, bounds) : outOfReach(), recovery);
                }
                step = next;
            }
        }

        private End read(long from, long to, StreamRecovery recovery) {
            keyFrameAt = -1;
            return reader.read(place, from, to, budget, record -> {
                JellyHeader header = header(record);
                if (header == null || record.value() == null) {
                    return;
                } else if (!recovery.needs(header)) {
                    earlierSeen |= isEarlier(header);
                    isRepeat |= header.equals(wanted);
                    return;
                }
                recovery.read(header, record.value());
                if (keyFrameAt < 0 && header.isKeyFrame() && recovery.hasKeyFrame()) {
                    keyFrameAt = record.offset();
                }
            });
        }

        private boolean isEarlier(JellyHeader header) {
            return header.kind() == wanted.kind()
                    && header.stream() == wanted.stream()
                    && header.seq() < wanted.seq() - wanted.dist();
        }

        private LookBackResult missing(StreamRecovery recovery, Bounds bounds) {
            long missing = recovery.firstMissing();
            if (!recovery.hasKeyFrame() && !earlierSeen && bounds.begin() > 0) {
                return LookBackResult.trimmed(
                        "its key frame is no longer there: retention has removed the records before" + " offset "
                                + bounds.begin() + ", where the partition begins now");
            }
            return LookBackResult.without(
                    LookBackOutcome.LOST,
                    missing == wanted.seq()
                            ? "record " + (missing - 1) + " is there, but is not the one on which it builds"
                            : "record " + missing + " of the stream, on which it builds, is not there: it is lost");
        }

        private LookBackResult hidden(Bounds bounds) {
            return LookBackResult.without(
                    LookBackOutcome.FAILED,
                    "the partition ends at offset " + bounds.end() + " for a reader with isolation.level="
                            + reader.isolationLevel()
                            + ": a transaction is open, or the topic was deleted and created again; set the same"
                            + " isolation level as in the consumer");
        }

        private LookBackResult remember(LookBackResult result, StreamRecovery recovery) {
            unrestorable.put(place, wanted, result, recovery.firstMissing());
            return result;
        }
    }

    static @Nullable JellyHeader header(ConsumerRecord<?, ?> record) {
        try {
            return RecordHeaderReader.jelly(record.headers());
        } catch (UnreadableRecordException e) {
            return null; // not a record of the wanted stream
        }
    }

    private void log(TopicPartition place, long offset, JellyHeader wanted, LookBackResult result) {
        if (result.isRestored()) {
            LOG.debug("{}@{}: {} {}", place, offset, wanted, result.message());
        } else if (!result.isTrimmed() // the component that refuses or skips the record reports it
                && logged.size() < MOST_LOGGED
                && logged.add(result.outcome() + " " + place)) {
            LOG.warn(
                    "{}@{}: the state of record {} of stream {} is not restored ({}): {}. Further ones of this partition"
                            + " are counted, not logged",
                    place,
                    offset,
                    wanted.seq(),
                    wanted.streamName(),
                    result.outcome(),
                    result.message());
        } else {
            LOG.debug("{}@{}: {} {}: {}", place, offset, wanted, result.outcome(), result.message());
        }
    }

    /** Counts of the look-backs so far. May be called from any thread. */
    public LookBackCounts counts() {
        return new LookBackCounts(outcomes.counts(), remembered.get(), records.get(), bytes.get());
    }

    /** Closes the consumer. A later look-back makes another one. */
    @Override
    public void close() {
        reader.close();
    }
}
