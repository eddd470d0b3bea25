package dev.velella.converter;

import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.LossReports;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Companion of {@link JellyConverter} in sources: tells the encoder which streams have lost a record, so that the next
 * record of the partition is a key frame. Set in the source's configuration:
 *
 * <pre>
 * producer.override.interceptor.classes = dev.velella.converter.JellyLossReporter
 * </pre>
 *
 * <p>Kafka's client hands over the headers of the record from version 4.1.1 on; with older ones nothing is reported.
 * Aborted transactions are not all reported by a producer: a source that aborts stamps the reset itself.
 *
 * <p>It is a predicate too, because Connect finds classes of a plugin from another plugin's connector only if they are
 * plugins: as such it is true for records that are stateful. Holds no state; thread-safe.
 *
 * @param <R> type of record of the predicate
 */
public final class JellyLossReporter<R extends ConnectRecord<R>>
        implements ProducerInterceptor<byte[], byte[]>, Predicate<R>, Versioned {
    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /** No options. */
    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        return record;
    }

    /** Without headers there is nothing to report. */
    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    /** Reports the stream of a record that was not acknowledged. */
    @Override
    public void onAcknowledgement(
            @Nullable RecordMetadata metadata, @Nullable Exception exception, @Nullable Headers headers) {
        if (exception == null || headers == null) {
            return;
        }
        try {
            JellyHeader header = RecordHeaderReader.jelly(headers);
            if (header != null) {
                LossReports.shared().report(header.stream());
            }
        } catch (UnreadableRecordException e) {
            return; // no record of an encoder of this protocol
        }
    }

    /** Whether a record is a stateful one. */
    @Override
    public boolean test(R record) {
        return record.headers().lastWithName(RecordHeaderNames.JELLY) != null;
    }

    @Override
    public void close() {}
}
