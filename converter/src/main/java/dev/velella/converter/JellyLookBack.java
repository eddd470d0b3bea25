package dev.velella.converter;

import dev.velella.options.Spelling;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.StartAt;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Companion of {@link JellyConverter} in sinks of others: lets the converter read back to the key frame where the state of
 * a record is missing. Set in the sink's configuration:
 *
 * <pre>
 * consumer.override.interceptor.classes = dev.velella.converter.JellyLookBack
 * </pre>
 *
 * <p>It tells the converter the partition and offset of stateful records, in a header that the converter takes away, and
 * how the sink's consumer reaches the brokers, security included. A header of that name that came with a record is always
 * removed.
 *
 * <p>Where retention has removed the key frame on which the first records of a partition build, they cannot be decoded. With
 *
 * <pre>
 * consumer.override.jelly.start.at = key-frame
 * </pre>
 *
 * <p>the sink begins at the next key frame of each codec stream: what stands before it is left out and named in the log. A
 * patch is left out only where it is numbered (header {@code patch}), so that the gap in its stream can be seen.
 *
 * <p>It is a predicate too, because Connect finds classes of a plugin from another plugin's connector only if they are
 * plugins: as such it is true for records that are stateful. One consumer at a time uses an instance.
 *
 * @param <R> type of record of the predicate
 */
public final class JellyLookBack<R extends ConnectRecord<R>>
        implements ConsumerInterceptor<byte[], byte[]>, Predicate<R>, Versioned {
    /** Where to begin in partitions whose first records cannot be decoded; among the options of the consumer. */
    static final String START_AT_CONFIG = "jelly.start.at";

    /** Null where this is no interceptor, before it is configured, and after it is closed. */
    private @Nullable String token;

    /** Null unless reading is to begin at key frames. */
    private @Nullable KeyFrameStart start;

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /** No options. */
    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }

    /**
     * As an interceptor it gets the whole configuration of the consumer, as a predicate nothing.
     *
     * @throws ConfigException if {@code jelly.start.at} is neither first-record nor key-frame
     */
    @Override
    public void configure(Map<String, ?> configs) {
        close();
        if (configs.containsKey(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG)) {
            Map<String, Object> known = new HashMap<>(configs);
            // What is not set is the consumer's default, and look-back has to see what the consumer sees.
            known.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, ConsumerConfig.DEFAULT_ISOLATION_LEVEL);
            start = startAt(configs.get(START_AT_CONFIG)) == StartAt.KEY_FRAME ? new KeyFrameStart(known) : null;
            token = ConsumerConfigs.register(known);
        }
    }

    private static StartAt startAt(@Nullable Object value) {
        try {
            return value == null
                    ? StartAt.FIRST_RECORD
                    : Spelling.constant(StartAt.class, value.toString().strip());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(START_AT_CONFIG, value, e.getMessage());
        }
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        String registered = token;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Headers headers = record.headers();
            headers.remove(RecordPlace.HEADER);
            if (registered != null && headers.lastHeader(RecordHeaderNames.JELLY) != null) {
                RecordPlace place = new RecordPlace(registered, record.partition(), record.offset());
                headers.add(RecordPlace.HEADER, place.toBytes());
            }
        }
        return start == null ? records : start.of(records);
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    /** Whether a record came as a stateful one. */
    @Override
    public boolean test(R record) {
        return record.headers().lastWithName(RecordHeaderNames.JELLY) != null;
    }

    /** The converter can read back no more for the records of this consumer. */
    @Override
    public void close() {
        if (token != null) {
            ConsumerConfigs.unregister(token);
            token = null;
        }
        if (start != null) {
            start.close();
            start = null;
        }
    }
}
