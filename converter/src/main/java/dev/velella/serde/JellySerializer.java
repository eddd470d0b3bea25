package dev.velella.serde;

import dev.velella.frame.DictionaryPlace;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.JellyMode;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.StreamElement;
import dev.velella.record.JellyConfigs;
import dev.velella.record.RecordEncoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.VelellaHeader;
import dev.velella.record.dictionary.TopicDictionaryStore;
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
 * Writes elements as Jelly frames, with the options of {@link JellySerdeConfig}. Before {@link #configure} the options
 * have their defaults. Null is a tombstone and stays null.
 *
 * <p>A serializer does not know the partition of a record, because Kafka chooses it later. Therefore every record is
 * <b>self-contained</b>, unless the program that sends it chooses the partition itself and tells it. To do so, the
 * program names the partition in the {@code ProducerRecord}, and adds the header {@link PartitionStamp#HEADER} with a
 * stamp. One {@link dev.velella.frame.PartitionStamps} gives the stamps for all records. The record is then
 * <b>stateful</b>: it continues the earlier records of its partition and is much smaller. The serializer removes the
 * stamp, so that it is not sent.
 *
 * <p>With {@code jelly.mode=dictionary} every record builds on a dictionary, which the serializer writes to the topic
 * {@code jelly.dictionaries.topic}, with a producer of its own that has the same configuration. Then a record needs no
 * other record, and topics may be compacted.
 *
 * <p>Stamped records must be sent in the order in which they were serialized. One thread sends to a partition, with an
 * idempotent producer ({@code enable.idempotence=true}, Kafka's default), whose retries keep the order. Stamps,
 * serializer and producer begin and end together. Records that are not sent must be reported, so that the next record
 * begins a new stream:
 *
 * <ul>
 * <li>{@link JellyLossInterceptor}, in the producer's option {@code interceptor.classes}, reports records that fail;
 * <li>{@link dev.velella.frame.PartitionStamps#recordsLost} reports the records of an aborted transaction.
 * </ul>
 *
 * <p>A lost record that was not reported leads to no wrong data. Readers notice that a record is missing, and cannot
 * decode the following records until the next key frame.
 *
 * <p>Topics of stateful records must not be compacted. State stores call the method without headers, which always gives
 * self-contained values. The serializer writes the header {@code content-type} and, on stateful records, the header
 * {@code jelly}. If a record was read before and still has such headers, it replaces them. A record that was sent
 * cannot be sent again, because its stamp is used up.
 *
 * <p>Methods may be called from several threads; they exclude each other.
 *
 * @param <E> kind of element
 */
public abstract sealed class JellySerializer<E extends StreamElement> implements Serializer<E>
        permits JellyGraphSerializer, JellyPatchSerializer {
    private final Class<E> type;
    private JellyMode mode = JellyMode.AUTO;
    private SelfContainedEncoder alone = new SelfContainedEncoder(new JellySerdeConfig(Map.of()).encoderSettings());
    private boolean addsMessageHeader;
    private @Nullable RecordEncoder encoder;

    JellySerializer(Class<E> type) {
        this.type = type;
    }

    /**
     * Takes the options.
     *
     * @param configs may hold options of other parts
     * @param isKey must be false
     * @throws ConfigException if an option has a wrong value, or the serializer is configured for keys
     */
    @Override
    public synchronized void configure(Map<String, ?> configs, boolean isKey) {
        JellySerdeConfig config = JellySerdeConfig.ofValues(configs, isKey);
        mode = config.mode();
        alone = new SelfContainedEncoder(config.encoderSettings());
        addsMessageHeader = config.addsMessageHeader();
        encoder = encoder(config);
    }

    private static RecordEncoder encoder(JellySerdeConfig config) {
        int partitions = config.streamLimits().streams();
        if (config.mode() != JellyMode.DICTIONARY) {
            return RecordEncoder.stateful(config.encoderSettings(), config, partitions);
        }
        if (!config.hasCluster()) {
            throw new ConfigException(
                    JellyConfigs.MODE.name() + "=dictionary needs bootstrap.servers, because dictionaries"
                            + " are written to a topic of their own");
        }
        return new RecordEncoder(
                config.encoderSettings(),
                partitions,
                new TopicDictionaryStore(
                        TopicDictionaryStore.access(config.originals()),
                        config.dictionariesTopic(),
                        JellyConfigs.MODE.name() + "=self-contained"));
    }

    /**
     * Writes a self-contained value.
     *
     * @throws SerializationException if options or limits cannot carry the element
     */
    @Override
    public synchronized byte @Nullable [] serialize(String topic, @Nullable E element) {
        return element == null ? null : alone.encode(element).value();
    }

    /**
     * Writes a value, and sets its headers.
     *
     * @throws SerializationException if options or limits cannot carry the element; if {@code jelly.mode} is
     *     {@code stateful} and there is no stamp; or if the headers cannot be changed
     */
    @Override
    public synchronized byte @Nullable [] serialize(String topic, Headers headers, @Nullable E element) {
        PartitionStamp stamp = takeStamp(topic, headers);
        if (element == null) {
            set(topic, headers, RecordHeaderNames.JELLY, null);
            set(topic, headers, RecordHeaderNames.VELELLA, null);
            set(topic, headers, RecordHeaderNames.RDF_MESSAGE, null);
            return null;
        }
        if (stamp == null && mode == JellyMode.STATEFUL) {
            throw new SerializationException(
                    "topic " + topic + ": jelly.mode=stateful, and the record has no header " + PartitionStamp.HEADER
                            + ": choose its partition and add the stamp that PartitionStamps gives for it");
        }
        EncodedFrame frame = encode(topic, mode == JellyMode.SELF_CONTAINED ? null : stamp, element);
        DictionaryPlace place = frame.place();
        set(
                topic,
                headers,
                RecordHeaderNames.VELELLA,
                place == null
                        ? null
                        : VelellaHeader.of(frame.kind(), place, null, null).toBytes());
        String mediaType = RecordHeaderNames.mediaType(frame.kind());
        set(topic, headers, RecordHeaderNames.JELLY, frame.streamHeader());
        set(
                topic,
                headers,
                RecordHeaderNames.CONTENT_TYPE,
                place == null ? mediaType.getBytes(StandardCharsets.US_ASCII) : null);
        set(
                topic,
                headers,
                RecordHeaderNames.RDF_MESSAGE,
                addsMessageHeader ? frame.mediaType().getBytes(StandardCharsets.US_ASCII) : null);
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

    /**
     * Makes a header the only one of its name, or removes it if the value is null. Does not touch headers that are
     * right already.
     */
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

    /** The error for a record that a producer already has: its headers cannot be changed, and its stamp is used up. */
    private static SerializationException sentBefore(String topic, IllegalStateException cause) {
        return new SerializationException(
                "topic " + topic
                        + ": the headers cannot be changed, because the record was sent before: make a new record"
                        + " with a new stamp",
                cause);
    }
}
