package dev.velella.converter;

import dev.velella.record.RecordHeaderNames;
import dev.velella.serde.JellyLossInterceptor;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Companion of {@link JellyConverter} in sources: tells the encoder which streams have lost a record, so that the next
 * record of the partition is a key frame; see {@link JellyLossInterceptor}. Set in the source's configuration:
 *
 * <pre>
 * producer.override.interceptor.classes = dev.velella.converter.JellyLossReporter
 * </pre>
 *
 * <p>Aborted transactions are not all reported by a producer: a source that aborts counts the loss in its stamps.
 *
 * <p>It is a predicate too, because Connect finds classes of a plugin from another plugin's connector only if they are
 * plugins: as such it is true for records that are stateful. Holds no state; thread-safe.
 *
 * @param <R> type of record of the predicate
 */
public final class JellyLossReporter<R extends ConnectRecord<R>> extends JellyLossInterceptor<byte[], byte[]>
        implements Predicate<R>, Versioned {
    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /** No options. */
    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }

    /** Older clients know only this one; without headers there is nothing to report. */
    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    /** Whether a record is a stateful one. */
    @Override
    public boolean test(R record) {
        return record.headers().lastWithName(RecordHeaderNames.JELLY) != null;
    }
}
