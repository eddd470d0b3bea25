package dev.velella.serde;

import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.LossReports;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Tells the encoders of this class loader ({@link LossReports#shared}) which stream has lost a record: one that the producer
 * gave up, or that the broker refused. The next record of that stream begins a new one, with a key frame. Named in the
 * producer's option {@code interceptor.classes}.
 *
 * <p>Needs clients from 4.1.1 on, which give the headers of a lost record to interceptors; with older ones it does nothing.
 * An aborted transaction is not noticed reliably, since records may have been acknowledged before: see {@link
 * dev.velella.keyframe.PartitionStamps#recordsLost}. Stateless and thread-safe.
 */
public class JellyLossInterceptor<K, V> implements ProducerInterceptor<K, V> {
    /** Takes no options. */
    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public ProducerRecord<K, V> onSend(ProducerRecord<K, V> record) {
        return record;
    }

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
            // Not written by an encoder of ours: it has no stream that could go on.
        }
    }

    @Override
    public void close() {}
}
