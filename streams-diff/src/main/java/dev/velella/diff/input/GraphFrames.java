package dev.velella.diff.input;

import dev.velella.dictionary.DictionarySource;
import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.diff.DiffMetrics;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.element.RefusedElementException;
import dev.velella.diff.options.FrameOptions;
import dev.velella.diff.options.FrameSettings;
import dev.velella.diff.options.TopicOptions;
import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.FrameResult.MissingState;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import dev.velella.record.LookBack;
import dev.velella.record.LookBackOutcome;
import dev.velella.record.LookBackResult;
import dev.velella.record.MissingDictionaryException;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.util.Collections;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes the records of one task's input partition: self-contained records, and records of any number of
 * stateful writers.
 *
 * <p>After a start the decoder has no codec state. Kafka Streams continues after the last commit, which may be in the
 * middle of every codec stream. Missing state is read back from the topic. Not thread-safe.
 */
public final class GraphFrames implements RecordContents {
    private static final Logger LOG = LoggerFactory.getLogger(GraphFrames.class);

    private static final String LEFT_OUT = "With " + TopicOptions.ON_ERROR.name()
            + "=skip or dead-letter the app leaves out the records that it cannot read, up to the next key frame of their"
            + " codec stream";

    private final LookBack lookBack;
    private final RecordDecoder decoder;
    private final StreamRows rows;
    private final DiffMetrics metrics;
    private final boolean takesPatches;

    /**
     * Codec streams with lost records that were already logged. The set has the same bound as the number of codec
     * streams.
     */
    private final Set<String> logged;

    /**
     * @param rowsInMemory largest number of rows of former frames that are kept to compare the next ones with them
     * @param lookBack reads earlier records; closed together with this object
     * @param dictionaries finds dictionaries; the caller closes it
     * @param takesPatches whether records may hold patches too
     */
    public GraphFrames(
            FrameSettings settings,
            long rowsInMemory,
            LookBack lookBack,
            DictionarySource dictionaries,
            DiffMetrics metrics,
            boolean takesPatches) {
        this.takesPatches = takesPatches;
        this.lookBack = lookBack;
        this.metrics = metrics;
        logged = Collections.newSetFromMap(
                new BoundedMap<>(settings.streamLimits().streams()));
        rows = new StreamRows(rowsInMemory);
        decoder = new RecordDecoder(
                LightValueFactory.late(), settings.limits(), settings.streamLimits(), lookBack, dictionaries);
    }

    @Override
    public Content read(Record<byte[], byte[]> record, RecordPlace place, long nowMs) {
        if (record.value() == null) {
            return Content.ofJelly(null, false);
        }
        try {
            checkMediaType(RecordHeaderReader.mediaType(record.headers()));
        } catch (UnreadableRecordException e) {
            throw new RefusedElementException(RefusalReason.HEADER, String.valueOf(e.getMessage()), e);
        }
        return decode(place, record.key(), record.headers(), record.value());
    }

    private void checkMediaType(@Nullable String type) {
        if (type != null
                && !type.equals(RecordHeaderNames.JELLY_RDF)
                && !(takesPatches && type.equals(RecordHeaderNames.JELLY_PATCH))) {
            throw new RefusedElementException(
                    RefusalReason.HEADER,
                    "content-type is " + type + ", not " + RecordHeaderNames.JELLY_RDF
                            + "; the input topic must hold graphs in Jelly-RDF. What other records become, velella.template,"
                            + " velella.context or velella.content.type says");
        }
    }

    /**
     * Decodes one record.
     *
     * @param key key of the record, which names its stream; null if there is none
     * @throws dev.velella.graph.UnfitElementException if the record is not a graph, its headers are malformed, or the
     *     codec state that it needs cannot be restored
     * @throws dev.velella.jelly.format.MalformedJellyException if the value is not a Jelly frame or exceeds the limits
     * @throws StreamsException if the records before it, or its dictionary, cannot be read at the moment, or the
     *     dictionary is missing
     */
    Content decode(RecordPlace place, byte @Nullable [] key, Headers headers, byte[] value) {
        FrameResult result = decodeAnyKind(place, key, headers, value);
        if (result instanceof FrameResult.Decoded decoded && isExpected(decoded.element())) {
            checkLoss(place, headers, decoded.continuity());
            return Content.ofJelly(decoded.element(), decoded.continuity().kind() == Continuity.Kind.DUPLICATE);
        } else if (result instanceof MissingState missing) {
            throw notRestored(place, missing, decoder.lastLookBack().orElse(null));
        }
        throw new RefusedElementException(
                RefusalReason.HEADER,
                "the record holds a patch; the input topic must hold graphs in Jelly-RDF ("
                        + RecordHeaderNames.JELLY_RDF + ")");
    }

    private boolean isExpected(StreamElement element) {
        return takesPatches || element instanceof RdfGraph;
    }

    private FrameResult decodeAnyKind(RecordPlace place, byte @Nullable [] key, Headers headers, byte[] value) {
        try {
            if (!place.isKnown()) {
                return decoder.decode(place.topic(), headers, value);
            }
            FrameResult result = decodeInStream(place, key, headers, value);
            if (decoder.lastLookBack().isPresent()) {
                metrics.lookedBack();
            }
            return result;
        } catch (MissingDictionaryException e) {
            throw new StreamsException(place + ": " + e.getMessage()
                    + ". The record may be right, so the app leaves nothing out and stops here: "
                    + MissingDictionaryException.ADVICE
                    + ". Then start the app again. If the dictionary is gone for ever, so is the element: stop the"
                    + " app, and set the offset of its group behind the record (kafka-consumer-groups.sh"
                    + " --reset-offsets)");
        } catch (DictionaryUnavailableException e) {
            throw new StreamsException(place + ": " + e.getMessage(), e);
        } catch (UnreadableRecordException e) {
            throw new RefusedElementException(RefusalReason.HEADER, String.valueOf(e.getMessage()), e);
        }
    }

    private FrameResult decodeInStream(RecordPlace place, byte @Nullable [] key, Headers headers, byte[] value) {
        return key != null && RecordHeaderReader.velella(headers) != null
                ? rows.read(
                        key,
                        last -> decoder.decode(place.topic(), place.partition(), place.offset(), headers, value, last))
                : decoder.decode(place.topic(), place.partition(), place.offset(), headers, value);
    }

    /**
     * The exception for a record without its codec state. It is a refusal of the record, unless the records before it
     * could not be read at the moment.
     */
    private static RuntimeException notRestored(
            RecordPlace place, MissingState missing, @Nullable LookBackResult found) {
        if (found == null) {
            return new RefusedElementException(RefusalReason.MISSING_STATE, missing.message());
        } else if (found.outcome() == LookBackOutcome.FAILED) {
            return new StreamsException(
                    place + ": the records before it, which it continues, could not be read: " + found.message());
        }
        return new RefusedElementException(
                RefusalReason.MISSING_STATE, missing.message() + "; " + found.message() + ". " + wayOut(found));
    }

    private static String wayOut(LookBackResult found) {
        if (found.isTrimmed()) {
            return "Keep the records of the input topic for longer (retention.ms). " + LEFT_OUT;
        }
        return switch (found.outcome()) {
            case RATE_LIMITED -> "Raise " + FrameOptions.LOOK_BACK_RATE.name();
            case OUT_OF_REACH ->
                "Raise " + FrameOptions.LOOK_BACK_RECORDS.name() + " or " + FrameOptions.LOOK_BACK_BYTES.name();
            default -> "The elements of lost records are gone. " + LEFT_OUT;
        };
    }

    private void checkLoss(RecordPlace place, Headers headers, Continuity continuity) {
        if (continuity.kind() != Continuity.Kind.AFTER_LOSS) {
            return;
        }
        metrics.lost(continuity.lost());
        String stream = RecordHeaderReader.streamName(headers);
        if (logged.add(stream)) {
            LOG.warn(
                    "{}: {} records that were written before this one, stream {}, never came; the elements in them are"
                            + " lost, and the next patches lead to what came after. Losses of this stream are only counted"
                            + " from now on, in records-lost-total",
                    place,
                    continuity.lost(),
                    stream);
        }
    }

    @Override
    public void close() {
        lookBack.close();
    }
}
