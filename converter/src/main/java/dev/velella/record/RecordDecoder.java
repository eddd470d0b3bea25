package dev.velella.record;

import dev.velella.dictionary.DictionarySource;
import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.FrameResult.Reason;
import dev.velella.frame.SelfContainedDecoder;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.read.RecurringRows;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Decodes record values, self-contained and stateful, and restores missing state by {@link LookBack} if it has one.
 *
 * <p>A record with a header {@code velella} is decoded with the dictionary that it names. A record with a header
 * {@code jelly} is stateful. A record without them is a whole Jelly stream; the header
 * {@code content-type}, or else its options row, tells whether it is a graph or a patch.
 *
 * <p>Holds the state of the streams that were read, within {@link StreamLimits}. A record that cannot be decoded
 * changes nothing. Not thread-safe, except {@link #counts}.
 */
public final class RecordDecoder {
    private final StatefulRecords stateful;
    private final SelfContainedDecoder selfContained;
    private final DictionaryRecords onDictionaries;
    private final @Nullable LookBack lookBack;
    private final @Nullable DictionarySource dictionaries;
    private @Nullable LookBackResult lastLookBack;

    private final AtomicLong decoded = new AtomicLong();
    private final AtomicLong duplicates = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final EnumCounter<Reason> missing = new EnumCounter<>(Reason.class);

    /**
     * A decoder without state.
     *
     * @param lookBack reads missing state; null if there is none. The caller closes it
     */
    public RecordDecoder(Limits limits, StreamLimits streamLimits, @Nullable LookBack lookBack) {
        this(limits, streamLimits, lookBack, null);
    }

    /**
     * A decoder without state that finds dictionaries.
     *
     * @param lookBack reads missing state; null if there is none. The caller closes it
     * @param dictionaries where the dictionaries of records are; null if there is no access to them. The caller closes it
     */
    public RecordDecoder(
            Limits limits,
            StreamLimits streamLimits,
            @Nullable LookBack lookBack,
            @Nullable DictionarySource dictionaries) {
        this(LightValueFactory.getInstance(), limits, streamLimits, lookBack, dictionaries);
    }

    /**
     * A decoder without state that finds dictionaries, with a factory for terms.
     *
     * @param values creates terms and statements, as for {@link dev.velella.jelly.JellyGraphDecoder}
     * @param lookBack reads missing state; null if there is none. The caller closes it
     * @param dictionaries where the dictionaries of records are; null if there is no access to them. The caller closes it
     */
    public RecordDecoder(
            ValueFactory values,
            Limits limits,
            StreamLimits streamLimits,
            @Nullable LookBack lookBack,
            @Nullable DictionarySource dictionaries) {
        this.dictionaries = dictionaries;
        onDictionaries = new DictionaryRecords(values, limits, streamLimits.streams());
        stateful = new StatefulRecords(values, limits, streamLimits);
        selfContained = new SelfContainedDecoder(values, limits);
        this.lookBack = lookBack;
    }

    /** Decodes a record, as {@link #decode(String, int, long, Headers, byte[])}. The value must not be null. */
    public FrameResult decode(ConsumerRecord<?, byte[]> record) {
        return decode(record.topic(), record.partition(), record.offset(), record.headers(), record.value());
    }

    /**
     * Decodes a record. If its state is missing, a look-back tries to restore it; {@link #lastLookBack} gives the
     * result.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the bytes are not a Jelly frame or are above the
     *     limits
     * @throws UnreadableRecordException if its headers name another format than Jelly, or are malformed; or if its
     *     dictionary is not found ({@link MissingDictionaryException})
     * @throws dev.velella.dictionary.DictionaryUnavailableException if dictionaries cannot be read at the moment
     */
    public FrameResult decode(String topic, int partition, long offset, Headers headers, byte[] value) {
        return decode(topic, partition, offset, headers, value, null);
    }

    /**
     * Decodes a record, like {@link #decode(String, int, long, Headers, byte[])}. If a graph builds on a dictionary, rows
     * that stood in the last graph of its stream are not read again.
     *
     * @param rows rows of the last graph of the same stream, new for the first one; null if rows are not compared
     */
    public FrameResult decode(
            String topic, int partition, long offset, Headers headers, byte[] value, @Nullable RecurringRows rows) {
        lastLookBack = null;
        VelellaHeader second = RecordHeaderReader.velella(headers);
        if (second != null) {
            return count(onDictionaries.decode(topic, second, value, dictionaries, rows));
        }
        if (!RecordHeaderReader.isStateful(headers)) {
            return count(selfContained(headers, value));
        } else if (lookBack == null) {
            return count(stateful.decode(topic, headers, value));
        }
        FrameResult result = stateful.decode(topic, headers, value, lookBack, partition, offset);
        lastLookBack = stateful.lastLookBack();
        return count(result);
    }

    /**
     * Decodes a record whose place is not known, as {@link #decode(String, int, long, Headers, byte[])}, but without
     * look-back.
     */
    public FrameResult decode(String topic, Headers headers, byte[] value) {
        lastLookBack = null;
        VelellaHeader second = RecordHeaderReader.velella(headers);
        if (second != null) {
            return count(onDictionaries.decode(topic, second, value, dictionaries));
        }
        return count(
                RecordHeaderReader.isStateful(headers)
                        ? stateful.decode(topic, headers, value)
                        : selfContained(headers, value));
    }

    /**
     * The kind of element in a record, by its headers, or else by its options row. Nothing is decoded.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if only the bytes can tell, and they are not a Jelly
     *     frame
     * @throws UnreadableRecordException if its headers name another format than Jelly, or are malformed
     */
    public static ElementKind kindOf(Headers headers, byte[] value) {
        VelellaHeader second = RecordHeaderReader.velella(headers);
        if (second != null) {
            return second.kind();
        }
        JellyHeader header = RecordHeaderReader.jelly(headers);
        return header == null ? selfContainedKind(headers, value) : header.kind();
    }

    /** The result of the look-back for the last record; empty if its state was there, or there is no look-back. */
    public Optional<LookBackResult> lastLookBack() {
        return Optional.ofNullable(lastLookBack);
    }

    /** Counts of this decoder so far. May be called from any thread. */
    public DecoderCounts counts() {
        return new DecoderCounts(decoded.get(), duplicates.get(), missing.counts(), lost.get());
    }

    /** Forgets the state of every stream. The counts stay. */
    public void reset() {
        stateful.clear();
        onDictionaries.reset();
    }

    private FrameResult count(FrameResult result) {
        if (result instanceof FrameResult.MissingState without) {
            missing.increment(without.reason());
        } else if (result instanceof FrameResult.Decoded with) {
            // Only this thread writes the count. An atomic addition would wait until the graph is in memory.
            decoded.setRelease(decoded.getPlain() + 1);
            if (with.continuity().kind() == Continuity.Kind.DUPLICATE) {
                duplicates.incrementAndGet();
            }
            if (with.continuity().lost() != 0) {
                lost.addAndGet(with.continuity().lost());
            }
        }
        return result;
    }

    private FrameResult selfContained(Headers headers, byte[] value) {
        return new FrameResult.Decoded(
                selfContained.decode(selfContainedKind(headers, value), value), Continuity.SELF_CONTAINED);
    }

    private static ElementKind selfContainedKind(Headers headers, byte[] value) {
        String type = RecordHeaderReader.mediaType(headers);
        if (type == null) {
            return JellyFrames.kindOf(value);
        }
        ElementKind kind = RecordHeaderNames.kindOf(type);
        if (kind == null) {
            throw new UnreadableRecordException("content-type " + type + " is not Jelly (" + RecordHeaderNames.JELLY_RDF
                    + " or " + RecordHeaderNames.JELLY_PATCH + ")");
        }
        return kind;
    }
}
