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
 * Companion of {@link JellyConverter} in sources. If a record of a stream is lost, it tells the encoder, so that the
 * next record of the partition is a key frame; see {@link JellyLossInterceptor}. Set it in the source's configuration:
 *
 * <pre>
 * producer.override.interceptor.classes = dev.velella.converter.JellyLossReporter
 * </pre>
 *
 * <p>A producer does not report all aborted transactions. Therefore a source that aborts transactions counts the loss
 * in its stamps.
 *
 * <p>This class is also a predicate, which is true for stateful records. It has to be a plugin of some kind, because a
 * connector of another plugin can only load classes that are plugins. Holds no state; thread-safe.
 *
 * @param <R> type of the records that the predicate tests
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

    /**
     * Does nothing. Older clients call only this method. It has no headers and therefore cannot tell the stream of a
     * lost record.
     */
    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    /** Whether a record is a stateful record. */
    @Override
    public boolean test(R record) {
        return record.headers().lastWithName(RecordHeaderNames.JELLY) != null;
    }
}
