package dev.velella.converter;

import dev.velella.converter.ConverterCounts.Base;
import dev.velella.dictionary.DictionarySource;
import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.MissingState;
import dev.velella.frame.SelfContainedDecoder;
import dev.velella.jelly.JellyFrames;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.StreamElement;
import dev.velella.record.DictionaryRecords;
import dev.velella.record.LookBack;
import dev.velella.record.LookBackResult;
import dev.velella.record.MissingDictionaryException;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.StatefulRecords;
import dev.velella.record.UnreadableRecordException;
import dev.velella.record.VelellaHeader;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one sink task, of any topics and partitions. A record that cannot be read causes a DataException
 * and changes nothing.
 *
 * <p>Thread-safe: calls for records with headers exclude each other. Calls for records without headers share no state
 * with them.
 */
final class RecordReader implements Closeable {
    private final JellyConverterConfig config;
    private final ConnectValues values;
    private final SelfContainedDecoder selfContained;
    private final SinkValues sinkValues;
    private final ConverterCounts counts;
    private final StatefulRecords streams;
    private final StreamLookBacks lookBacks;
    private final DictionaryRecords onDictionaries;
    private final StreamDictionaries dictionaries;

    RecordReader(JellyConverterConfig config, ConnectValues values, ConverterCounts counts) {
        this.config = config;
        this.values = values;
        selfContained = new SelfContainedDecoder(LightValueFactory.getInstance(), config.limits());
        sinkValues = new SinkValues(config.outputFormat(), config.encoderSettings());
        this.counts = counts;
        streams = new StatefulRecords(LightValueFactory.getInstance(), config.limits(), config.streamLimits());
        lookBacks = new StreamLookBacks(config.lookBackLimits());
        onDictionaries = new DictionaryRecords(
                LightValueFactory.getInstance(),
                config.limits(),
                config.streamLimits().streams());
        dictionaries =
                new StreamDictionaries(config.dictionariesTopic(), ClusterOptions.clientProperties(config.cluster()));
    }

    /** Reads a record; null for null. Always removes the header of {@link RecordPlace}, also if the reading fails. */
    synchronized SchemaAndValue read(String topic, Headers headers, byte @Nullable [] value) {
        RecordPlace place = takePlace(headers);
        if (value == null) {
            return SchemaAndValue.NULL;
        }
        try {
            VelellaHeader second = RecordHeaderReader.velella(headers);
            if (second != null) {
                return readOnDictionary(topic, headers, place, second, value);
            }
            return RecordHeaderReader.isStateful(headers)
                    ? readStateful(topic, headers, place, value)
                    : readAlone(RecordHeaderReader.mediaType(headers), value);
        } catch (MissingStateDataException e) {
            throw failure(topic, place, e);
        } catch (MalformedJellyException | UnreadableRecordException | DataException e) {
            if (config.isEnvelopeOnUnreadable()) {
                spellAsText(headers);
                return new SchemaAndValue(RawValue.SCHEMA, RawValue.unreadable(reason(e), detail(e), value));
            }
            throw failure(topic, place, e);
        }
    }

    /**
     * Reads a record of version 2. If the sink gets a value, it also gets headers that every header converter keeps: those
     * of version 1, and the binary header as text. Otherwise the headers stay as they are, for the dead letter.
     */
    private SchemaAndValue readOnDictionary(
            String topic, Headers headers, @Nullable RecordPlace place, VelellaHeader header, byte[] value) {
        DictionarySource source = dictionaries.source(place);
        try {
            FrameResult.Decoded decoded = onDictionaries.decode(topic, header, value, source);
            spellAsText(headers, header);
            Base base = header.dictionary() == null ? Base.SELF_CONTAINED : Base.DICTIONARY;
            counts.decoded(header.kind(), base, value.length, decoded.continuity());
            return sinkValues.of(decoded.element());
        } catch (DictionaryUnavailableException e) {
            // The record may be right. Velella's sink reads it itself, and again until it can. Otherwise Connect reads
            // it again as long as errors.retry.timeout allows, and then fails the task or leaves the record out.
            if (TaskCluster.readsBytes(config.dictionariesTopic()) || Envelopes.areTaken()) {
                spellAsText(headers, header);
                return new SchemaAndValue(Schema.BYTES_SCHEMA, value);
            }
            if (source == null) {
                throw new MissingStateDataException(e.getMessage() + ". Set " + JellyConverterConfig.BROKERS.name()
                        + " among the converter's options; or let the sink's consumer tell how to reach the cluster"
                        + " (consumer.override.interceptor.classes="
                        + JellyLookBack.class.getName() + ")");
            }
            String reason = where(topic, place) + ": " + e.getMessage();
            throw new RetriableException(
                    e instanceof MissingDictionaryException
                            ? reason + ". The record is right, so do not skip it: " + MissingDictionaryException.ADVICE
                                    + ". With errors.retry.timeout=-1 the connector waits for it"
                            : reason,
                    e);
        }
    }

    private static void spellAsText(Headers headers) {
        try {
            VelellaHeader header = RecordHeaderReader.velella(headers);
            if (header != null) {
                spellAsText(headers, header);
            }
        } catch (UnreadableRecordException e) {
            // It is malformed, and stays as it is.
        }
    }

    private static void spellAsText(Headers headers, VelellaHeader header) {
        headers.remove(VelellaHeader.NAME);
        headers.add(VelellaHeader.NAME, header.toText());
        header.addText(headers);
    }

    /** Reads a record without headers; null for null. */
    SchemaAndValue read(String topic, byte @Nullable [] value) {
        try {
            return value == null ? SchemaAndValue.NULL : readAlone(null, value);
        } catch (MalformedJellyException | DataException e) {
            throw failure(topic, null, e);
        }
    }

    private SchemaAndValue readStateful(String topic, Headers headers, @Nullable RecordPlace place, byte[] value) {
        try {
            FrameResult result = decode(topic, headers, place, value);
            if (result instanceof MissingState missing) {
                counts.missing(missing.reason());
                return missing(missing, streams.lastLookBack(), value);
            }
            FrameResult.Decoded decoded = (FrameResult.Decoded) result;
            counts.decoded(decoded.element().kind(), Base.STATEFUL, value.length, decoded.continuity());
            return sinkValues.of(decoded.element());
        } finally {
            counts.held(streams.size(), streams.bytes());
        }
    }

    private FrameResult decode(String topic, Headers headers, @Nullable RecordPlace place, byte[] value) {
        LookBack lookBack = place == null ? null : lookBacks.of(place);
        if (place == null || lookBack == null) {
            return streams.decode(topic, headers, value);
        }
        long before = lookBack.counts().records();
        FrameResult result = streams.decode(topic, headers, value, lookBack, place.partition(), place.offset());
        LookBackResult found = streams.lastLookBack();
        if (found != null) {
            counts.lookedBack(found.outcome(), lookBack.counts().records() - before);
        }
        return result;
    }

    private SchemaAndValue missing(MissingState missing, @Nullable LookBackResult found, byte[] value) {
        if (config.isEnvelopeOnMissingState()) {
            return new SchemaAndValue(UndecodedFrame.SCHEMA, UndecodedFrame.struct(missing, value));
        }
        throw new MissingStateDataException(missing.message()
                + (found == null
                        ? ". It is not known where the record stands, so its key frame cannot be read again; let the sink's"
                                + " consumer tell it: consumer.override.interceptor.classes="
                                + JellyLookBack.class.getName()
                        : ". Look-back: " + found.message())
                + ". " + JellyConverterConfig.ON_MISSING_STATE.name() + "=envelope hands such records on undecoded;"
                + " errors.tolerance=all leaves them out, up to the next key frame of their codec stream");
    }

    private SchemaAndValue readAlone(@Nullable String mediaType, byte[] value) {
        if (mediaType == null) {
            return readFrame(JellyFrames.kindOf(value), value);
        }
        ElementKind kind = RecordHeaderNames.kindOf(mediaType);
        if (kind != null) {
            return readFrame(kind, value);
        }
        DocumentFormat format = DocumentFormat.ofMediaType(mediaType).orElseThrow(() -> unknown(mediaType));
        return sinkValues.of(values.read(format, value));
    }

    private SchemaAndValue readFrame(ElementKind kind, byte[] value) {
        StreamElement element;
        synchronized (selfContained) {
            element = selfContained.decode(kind, value);
        }
        counts.decodedAlone(kind, value.length);
        return sinkValues.of(element);
    }

    /** Missing state, or no way to dictionaries. It has an exception of its own, because the record itself is not at fault. */
    private static final class MissingStateDataException extends DataException {
        private static final long serialVersionUID = 1L;

        MissingStateDataException(String message) {
            super(message);
        }
    }

    private static final class UnknownTypeException extends DataException {
        private static final long serialVersionUID = 1L;

        UnknownTypeException(String message) {
            super(message);
        }
    }

    private static String reason(RuntimeException e) {
        return e instanceof UnreadableRecordException || e instanceof UnknownTypeException
                ? RawValue.HEADER
                : RawValue.UNDECODABLE;
    }

    private static DataException unknown(String mediaType) {
        List<String> known = new ArrayList<>(List.of(RecordHeaderNames.JELLY_RDF, RecordHeaderNames.JELLY_PATCH));
        known.addAll(DocumentFormat.knownMediaTypes());
        return new UnknownTypeException(
                RecordHeaderNames.CONTENT_TYPE + " " + mediaType + " is none of those that can be read: " + known);
    }

    private static @Nullable RecordPlace takePlace(Headers headers) {
        Header header = headers.lastHeader(RecordPlace.HEADER);
        if (header == null) {
            return null;
        }
        headers.remove(RecordPlace.HEADER);
        RecordPlace place = RecordPlace.parse(header.value());
        return place == null || ConsumerConfigs.find(place.token()) == null ? null : place;
    }

    private static DataException failure(String topic, @Nullable RecordPlace place, RuntimeException e) {
        return new DataException(where(topic, place) + ": " + detail(e), ErrorText.bounded(e));
    }

    private static String where(String topic, @Nullable RecordPlace place) {
        return place == null ? "topic " + topic : topic + "-" + place.partition() + "@" + place.offset();
    }

    private static String detail(RuntimeException e) {
        String what = e instanceof MalformedJellyException ? "not a Jelly frame that can be read: " : "";
        return ErrorText.message(what + e.getMessage());
    }

    @Override
    public synchronized void close() {
        lookBacks.close();
        dictionaries.close();
        streams.clear();
    }
}
