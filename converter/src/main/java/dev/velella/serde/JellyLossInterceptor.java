package dev.velella.serde;

import dev.velella.frame.LossReports;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Tells the encoders of this class loader ({@link LossReports#shared}) which stream has lost a record. A record is lost
 * if the producer gives it up, or the broker refuses it. The next record of that stream begins a new stream, with a key
 * frame. To be named in the producer's option {@code interceptor.classes}.
 *
 * <p>Needs clients from 4.1.1 on, which give the headers of a lost record to interceptors; with older ones it does
 * nothing. It does not notice every aborted transaction, because the broker may have acknowledged the records before:
 * see {@link dev.velella.frame.PartitionStamps#recordsLost}. Stateless and thread-safe.
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
            RecordHeaderReader.writers(headers).forEach(LossReports.shared()::report);
        } catch (UnreadableRecordException e) {
            // None of our encoders has written this record. Therefore no stream of ours has lost it.
        }
    }

    @Override
    public void close() {}
}
