package dev.velella.record;

import dev.velella.dictionary.DictionaryStore;
import dev.velella.frame.DictionaryPlace;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.LossReports;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.frame.StampedEncoders;
import dev.velella.frame.TopicDictionaries;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements as values and headers of records. Without dictionaries, a record is stateful if a stamp tells its
 * place, else self-contained. With dictionaries, a record builds on the dictionary of its topic, and is counted if a
 * stamp tells its place. Not thread-safe.
 */
public final class RecordEncoder {
    private static final byte[] JELLY_RDF = RecordHeaderNames.JELLY_RDF.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JELLY_PATCH = RecordHeaderNames.JELLY_PATCH.getBytes(StandardCharsets.US_ASCII);

    private final SelfContainedEncoder selfContained;
    private final StampedEncoders stamped;

    /** Null if no dictionaries are used. */
    private final @Nullable TopicDictionaries dictionaries;

    private RecordEncoder(EncoderSettings settings, StampedEncoders stamped, @Nullable TopicDictionaries dictionaries) {
        selfContained = new SelfContainedEncoder(settings);
        this.stamped = stamped;
        this.dictionaries = dictionaries;
    }

    /**
     * An encoder of stateful records. {@link LossReports#shared} tells it of lost records.
     *
     * @param config has the options of key frames ({@link JellyConfigs})
     * @param maxPartitions number of partitions whose state is kept, at least 1
     */
    public static RecordEncoder stateful(EncoderSettings settings, AbstractConfig config, int maxPartitions) {
        KeyFrameInterval interval =
                new KeyFrameInterval(JellyConfigs.INTERVAL_RECORDS.of(config), JellyConfigs.INTERVAL_MS.of(config));
        StampedEncoders encoders = new StampedEncoders(
                topic -> new PartitionEncoder(settings, interval), maxPartitions, LossReports.shared());
        return new RecordEncoder(settings, encoders, null);
    }

    /** An encoder of self-contained records. */
    public static RecordEncoder selfContained(EncoderSettings settings) {
        StampedEncoders encoders =
                new StampedEncoders(topic -> new SelfContainedEncoder(settings), 1, LossReports.shared());
        return new RecordEncoder(settings, encoders, null);
    }

    /**
     * An encoder of records that build on dictionaries. {@link LossReports#shared} tells it of lost records.
     *
     * @param maxPartitions number of partitions whose records are counted, at least 1
     * @param store where dictionaries become durable before a record names them
     */
    public RecordEncoder(EncoderSettings settings, int maxPartitions, DictionaryStore store) {
        this(settings, new TopicDictionaries(settings, store), maxPartitions);
    }

    private RecordEncoder(EncoderSettings settings, TopicDictionaries dictionaries, int maxPartitions) {
        this(settings, new StampedEncoders(dictionaries::encoder, maxPartitions, LossReports.shared()), dictionaries);
    }

    /**
     * Writes the frame of an element. If stamp and element are the same as in the last record, it returns the same
     * frame again.
     *
     * @param stamp null if the record has no known place; without dictionaries it becomes self-contained
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the element; the next
     *     record of the partition begins a new stream
     */
    public EncodedFrame encode(String topic, @Nullable PartitionStamp stamp, StreamElement element) {
        if (stamp != null) {
            return stamped.encode(topic, stamp, element);
        }
        return dictionaries == null ? selfContained.encode(element) : dictionaries.encode(topic, element);
    }

    private static byte[] mediaType(ElementKind kind) {
        return switch (kind) {
            case GRAPH -> JELLY_RDF;
            case PATCH -> JELLY_PATCH;
        };
    }

    /**
     * Adds the headers of a record: {@code velella} if its writer uses dictionaries; else {@code content-type}, and as far
     * as they are known {@code jelly}, {@code patch} and {@code event-time}.
     *
     * @param eventTime in ms since 1970; null if it is not known. An event time that the header {@code velella} has no room
     *     for becomes a header {@code event-time}
     * @param position place of the patch in its stream; null if there is none
     * @param addsMessageType whether the header {@code RDF-Message-Content-Type} is added too: by it a reader that knows nothing of
     *     Velella knows what the value is, and that the record is one RDF message
     */
    public static void addHeaders(
            Headers headers,
            EncodedFrame frame,
            @Nullable Long eventTime,
            @Nullable PatchPosition position,
            boolean addsMessageType) {
        addHeaders(headers, frame, eventTime, position);
        if (addsMessageType) {
            headers.add(RecordHeaderNames.RDF_MESSAGE, ascii(frame.mediaType()));
        }
    }

    /** Adds the headers of a record, without {@code RDF-Message-Content-Type}. */
    public static void addHeaders(
            Headers headers, EncodedFrame frame, @Nullable Long eventTime, @Nullable PatchPosition position) {
        DictionaryPlace place = frame.place();
        boolean isTold = place != null && eventTime != null && VelellaHeader.canHold(eventTime);
        if (place != null) {
            VelellaHeader header = VelellaHeader.of(frame.kind(), place, isTold ? eventTime : null, position);
            headers.add(RecordHeaderNames.VELELLA, header.toBytes());
        } else {
            addHeaders(headers, frame);
            if (position != null) {
                headers.add(RecordHeaderNames.PATCH, ascii(position.format()));
            }
        }
        if (eventTime != null && !isTold) {
            headers.add(RecordHeaderNames.EVENT_TIME, ascii(Long.toString(eventTime)));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void addHeaders(Headers headers, EncodedFrame frame) {
        headers.add(RecordHeaderNames.CONTENT_TYPE, mediaType(frame.kind()));
        byte[] place = frame.streamHeader();
        if (place != null) {
            headers.add(RecordHeaderNames.JELLY, place);
        }
    }
}
