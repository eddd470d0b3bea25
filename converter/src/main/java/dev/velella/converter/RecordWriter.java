package dev.velella.converter;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.keyframe.SelfContainedEncoder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import dev.velella.record.JellyConfigs;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordEncoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the records of one source task. A record is stateful if it is stamped and the mode allows it, else
 * self-contained. A record that cannot be written is a DataException; the next record of its partition then begins a
 * new stream.
 *
 * <p>Thread-safe: calls for records with headers exclude each other. Calls for records without headers share no state
 * with them.
 */
final class RecordWriter {
    private static final Logger LOG = LoggerFactory.getLogger(JellyConverter.class);

    /**
     * The log names each topic once. This is the number of topics that are remembered; further topics are not logged.
     */
    private static final int MOST_LOGGED = 1000;

    private final JellyMode mode;
    private final ConnectValues values;
    private final ConverterCounts counts;
    private final RecordEncoder encoder;

    /** Encodes records without headers. It has a lock of its own. */
    private final SelfContainedEncoder withoutHeaders;

    private final InputHeaders input = new InputHeaders();
    private final Set<String> logged = new HashSet<>();

    RecordWriter(JellyConverterConfig config, ConnectValues values, ConverterCounts counts) {
        mode = config.mode();
        this.values = values;
        this.counts = counts;
        int partitions = config.streamLimits().streams();
        encoder = mode == JellyMode.DICTIONARY
                ? new RecordEncoder(
                        config.encoderSettings(),
                        partitions,
                        new TopicDictionaryStore(config.cluster(), config.dictionariesTopic()))
                : new RecordEncoder(config.encoderSettings(), partitions);
        withoutHeaders = new SelfContainedEncoder(config.encoderSettings());
    }

    /** The value of a record; null for null. Sets the headers that belong to the value. */
    synchronized byte @Nullable [] write(String topic, Headers headers, @Nullable Object value) {
        Long eventTime = mode == JellyMode.DICTIONARY ? InputHeaders.eventTime(headers) : null;
        PatchPosition position = mode == JellyMode.DICTIONARY ? InputHeaders.position(headers) : null;
        InputHeaders.Taken taken = input.take(headers);
        if (value == null) {
            return null;
        }
        try {
            StreamElement element = values.element(value, taken.mediaType());
            EncodedFrame frame = encoder.encode(topic, stamp(topic, taken), element);
            counts.encoded(frame);
            if (eventTime != null) {
                headers.remove(RecordHeaderNames.EVENT_TIME);
            }
            boolean isNumbered = position != null && frame.kind() == ElementKind.PATCH;
            if (isNumbered) {
                headers.remove(RecordHeaderNames.PATCH);
            }
            RecordEncoder.addHeaders(headers, frame, eventTime, isNumbered ? position : null);
            return frame.value();
        } catch (MalformedJellyException | DataException e) {
            throw failure(topic, e);
        }
    }

    /**
     * The value of a record without headers, self-contained; null for null. Bytes of {@link RawValue} and
     * {@link UndecodedFrame} are written as they are.
     */
    byte @Nullable [] write(String topic, @Nullable Object value) {
        try {
            byte[] raw = RawValue.bytes(value);
            if (raw != null) {
                return raw;
            }
            return value == null ? null : writeAlone(values.element(value, null));
        } catch (MalformedJellyException | DataException e) {
            throw failure(topic, e);
        }
    }

    private byte[] writeAlone(StreamElement element) {
        EncodedFrame frame;
        synchronized (withoutHeaders) {
            frame = withoutHeaders.encode(element);
        }
        counts.encodedAlone(frame);
        return frame.value();
    }

    /** The stamp of a record; null if the record becomes self-contained. */
    private @Nullable PartitionStamp stamp(String topic, InputHeaders.Taken taken) {
        if (mode == JellyMode.SELF_CONTAINED) {
            return null;
        }
        PartitionStamp stamp = taken.partitionStamp();
        if (stamp == null && mode == JellyMode.STATEFUL) {
            throw new DataException(JellyConfigs.MODE.name() + "=stateful, but the record has no header "
                    + RecordHeaderNames.PARTITION_STAMP + ": its source does not say its partition. "
                    + waysOut() + ", or set " + JellyConfigs.MODE.name() + "=auto");
        }
        if (stamp == null && mode != JellyMode.DICTIONARY && logged.size() < MOST_LOGGED && logged.add(topic)) {
            LOG.info(
                    "Records to topic {} are written self-contained, so larger than they need be: they have no header {},"
                            + " as their source does not say their partition. To change it: {}",
                    topic,
                    RecordHeaderNames.PARTITION_STAMP,
                    waysOut());
        }
        return stamp;
    }

    private static String waysOut() {
        return "Use Velella's source with topic.partitions or kafka.bootstrap.servers; another source sets the partition of"
                + " its records and says it in the header";
    }

    private static DataException failure(String topic, RuntimeException e) {
        String what = e instanceof MalformedJellyException ? "cannot be written as Jelly: " : "";
        return new DataException("topic " + topic + ": " + what + e.getMessage(), e);
    }
}
