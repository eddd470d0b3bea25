package dev.velella.serde;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.JellyMode;
import dev.velella.keyframe.PartitionStamp;
import dev.velella.rdf.StreamElement;
import dev.velella.record.RecordEncoder;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements as Jelly frames, with the options of {@link JellySerdeConfig}; those of its definition where {@link #configure}
 * was not called. Null is a tombstone and passes.
 *
 * <p>A serializer is not told the partition of a record, and Kafka chooses it only afterwards. So every record is
 * <b>self-contained</b>, unless the program that sends it has chosen the partition and says so: it names the partition in
 * the {@code ProducerRecord} and adds the header {@link PartitionStamp#HEADER} with the stamp that one {@link
 * dev.velella.keyframe.PartitionStamps} gives for every record. The record is then <b>stateful</b>: it continues the earlier
 * ones of its partition and is much smaller. The stamp is removed; it is not sent.
 *
 * <p>With stamps, records have to be sent in the order in which they were serialized: one thread sends to a partition, with
 * an idempotent producer ({@code enable.idempotence=true}, Kafka's default), whose retries keep the order. Stamps,
 * serializer and producer are made together and thrown away together. Records that are not sent must be reported, so that
 * the next one begins a new stream: those that fail, by {@link JellyLossInterceptor} among the producer's {@code
 * interceptor.classes}; those of an aborted transaction, by {@link dev.velella.keyframe.PartitionStamps#recordsLost}. What
 * was not reported is not read wrongly: readers notice that a record is missing and cannot decode what follows until the
 * next key frame.
 *
 * <p>Topics of stateful records must not be compacted. Calls without headers, as state stores make them, always give
 * self-contained values. Headers written are {@code content-type} and, on stateful records, {@code jelly}; those of a record
 * that was read before are replaced. A record that was sent is not sent again: its stamp is used up.
 *
 * <p>Methods may be called from several threads; they exclude each other.
 *
 * @param <E> what it writes
 */
public abstract sealed class JellySerializer<E extends StreamElement> implements Serializer<E>
        permits JellyGraphSerializer, JellyPatchSerializer {
    private final Class<E> type;
    private JellyMode mode = JellyMode.AUTO;
    private @Nullable RecordEncoder encoder;

    JellySerializer(Class<E> type) {
        this.type = type;
    }

    /**
     * Takes the options.
     *
     * @param configs may hold options of other parts
     * @param isKey must be false
     * @throws ConfigException if an option has a wrong value, or keys are to be written
     */
    @Override
    public synchronized void configure(Map<String, ?> configs, boolean isKey) {
        JellySerdeConfig config = JellySerdeConfig.ofValues(configs, isKey);
        mode = config.mode();
        encoder = encoder(config);
    }

    private static RecordEncoder encoder(JellySerdeConfig config) {
        return new RecordEncoder(config.encoderSettings(), config.streamLimits().streams());
    }

    /**
     * A self-contained value.
     *
     * @throws SerializationException if options or limits cannot carry the element
     */
    @Override
    public synchronized byte @Nullable [] serialize(String topic, @Nullable E element) {
        return element == null ? null : encode(topic, null, element).value();
    }

    /**
     * A value and its headers.
     *
     * @throws SerializationException if options or limits cannot carry the element, {@code jelly.mode} is {@code stateful} and
     *     there is no stamp, or the headers cannot be changed
     */
    @Override
    public synchronized byte @Nullable [] serialize(String topic, Headers headers, @Nullable E element) {
        PartitionStamp stamp = takeStamp(topic, headers);
        if (element == null) {
            set(topic, headers, RecordHeaderNames.JELLY, null);
            return null;
        }
        if (stamp == null && mode == JellyMode.STATEFUL) {
            throw new SerializationException(
                    "topic " + topic + ": jelly.mode=stateful, and the record has no header " + PartitionStamp.HEADER
                            + ": choose its partition and add the stamp that PartitionStamps gives for it");
        }
        EncodedFrame frame = encode(topic, mode == JellyMode.SELF_CONTAINED ? null : stamp, element);
        String mediaType = RecordHeaderNames.mediaType(frame.kind());
        set(
                topic,
                headers,
                RecordHeaderNames.JELLY,
                frame.isStateful() ? frame.header().toBytes() : null);
        set(topic, headers, RecordHeaderNames.CONTENT_TYPE, mediaType.getBytes(StandardCharsets.US_ASCII));
        return frame.value();
    }

    private EncodedFrame encode(String topic, @Nullable PartitionStamp stamp, E element) {
        RecordEncoder made = encoder;
        if (made == null) {
            made = encoder(new JellySerdeConfig(Map.of()));
            encoder = made;
        }
        try {
            return made.encode(topic, stamp, type.cast(element));
        } catch (MalformedJellyException e) {
            throw new SerializationException("topic " + topic + ": cannot be written as Jelly: " + e.getMessage(), e);
        }
    }

    private static @Nullable PartitionStamp takeStamp(String topic, Headers headers) {
        Header header = headers.lastHeader(PartitionStamp.HEADER);
        if (header == null) {
            return null;
        }
        try {
            if (header.value() == null) {
                throw new IllegalArgumentException("header " + PartitionStamp.HEADER + " is null");
            }
            PartitionStamp stamp = PartitionStamp.parse(header.value());
            headers.remove(PartitionStamp.HEADER);
            return stamp;
        } catch (IllegalArgumentException e) {
            throw new SerializationException("topic " + topic + ": " + e.getMessage(), e);
        } catch (IllegalStateException e) {
            throw sentBefore(topic, e);
        }
    }

    /** Makes a header the only one of its name, or takes it away; headers that are right already are left alone. */
    private static void set(String topic, Headers headers, String name, byte @Nullable [] value) {
        int found = 0;
        boolean right = true;
        for (Header header : headers.headers(name)) {
            found++;
            right &= Arrays.equals(header.value(), value);
        }
        if (right && found == (value == null ? 0 : 1)) {
            return;
        }
        try {
            headers.remove(name);
            if (value != null) {
                headers.add(name, value);
            }
        } catch (IllegalStateException e) {
            throw sentBefore(topic, e);
        }
    }

    /** Headers of a record that was handed to a producer cannot be changed, and those of its value are used up. */
    private static SerializationException sentBefore(String topic, IllegalStateException cause) {
        return new SerializationException(
                "topic " + topic
                        + ": the headers cannot be changed, as of a record that was sent before: make a new record"
                        + " with a new stamp",
                cause);
    }
}
