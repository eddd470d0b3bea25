package dev.velella.converter;

import dev.velella.record.RecordHeaderNames;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Companion of {@link JellyConverter} in sinks. If the state of a record is missing, the converter can then read the
 * partition back to the key frame. If a record builds on a dictionary, the converter can read it in the topic of
 * dictionaries. Set it in the sink's configuration:
 *
 * <pre>
 * consumer.override.interceptor.classes = dev.velella.converter.JellyLookBack
 * </pre>
 *
 * <p>It tells the converter the partition and offset of records that build on others or on a dictionary, in a header that the converter removes. It
 * also tells how the sink's consumer reaches the brokers, with the options of security. If a record in the topic
 * already has a header of this name, that header is always removed.
 *
 * <p>This class is also a predicate, which is true for stateful records. It has to be a plugin of some kind, because a
 * connector of another plugin can only load classes that are plugins. One consumer at a time uses an instance.
 *
 * @param <R> type of the records that the predicate tests
 */
public final class JellyLookBack<R extends ConnectRecord<R>>
        implements ConsumerInterceptor<byte[], byte[]>, Predicate<R>, Versioned {
    /** Null if this instance is no interceptor, before it is configured, and after it is closed. */
    private @Nullable String token;

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
     * Takes the configuration. An interceptor gets the whole configuration of the consumer; a predicate gets no
     * options.
     */
    @Override
    public void configure(Map<String, ?> configs) {
        close();
        if (configs.containsKey(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG)) {
            Map<String, Object> known = new HashMap<>(configs);
            // An option that is not set has the consumer's default. Look-back must read with the same isolation level
            // as the consumer.
            known.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, ConsumerConfig.DEFAULT_ISOLATION_LEVEL);
            token = ConsumerConfigs.register(known);
        }
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        String registered = token;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Headers headers = record.headers();
            headers.remove(RecordPlace.HEADER);
            if (registered != null && buildsOnOthers(headers)) {
                RecordPlace place = new RecordPlace(registered, record.partition(), record.offset());
                headers.add(RecordPlace.HEADER, place.toBytes());
            }
        }
        return records;
    }

    private static boolean buildsOnOthers(Headers headers) {
        return headers.lastHeader(RecordHeaderNames.JELLY) != null
                || headers.lastHeader(RecordHeaderNames.VELELLA) != null;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    /** Whether a record came as a stateful record. */
    @Override
    public boolean test(R record) {
        return record.headers().lastWithName(RecordHeaderNames.JELLY) != null;
    }

    /** From now on the converter cannot read back for records of this consumer. */
    @Override
    public void close() {
        if (token != null) {
            ConsumerConfigs.unregister(token);
            token = null;
        }
    }
}
