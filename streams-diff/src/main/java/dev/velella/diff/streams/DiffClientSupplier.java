package dev.velella.diff.streams;

import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supplies the default clients of Kafka Streams, with two differences. The producer notes which offsets were
 * acknowledged ({@link AckedOffsets}). And if a thread has to begin one of its tasks anew,
 * for example after a send that timed out, it does not trigger a rebalance of its group.
 *
 * <p>Kafka Streams 4.3.1 triggers this rebalance so that another instance may take over the task meanwhile. If the
 * rebalance ends before the task is initialised again, a new task replaces the old one. The new task does not know that
 * its input has to be read again from the last commit. So the records that the aborted transaction had read are lost.
 * Without the rebalance the old task continues from the last commit. Stateless and thread-safe.
 */
public final class DiffClientSupplier implements KafkaClientSupplier {
    private static final Logger LOG = LoggerFactory.getLogger(DiffClientSupplier.class);

    /** The reason that Kafka Streams gives for the rebalance. */
    private static final String TASK_BEGINS_ANEW = "Active tasks corrupted";

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new NotingProducer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new StayingConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static final class NotingProducer extends KafkaProducer<byte[], byte[]> {
        NotingProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            AckedOffsets acked = AckedOffsets.ofThread();
            return super.send(record, (place, failure) -> {
                if (failure == null) {
                    acked.acked(place);
                }
                if (callback != null) {
                    callback.onCompletion(place, failure);
                }
            });
        }
    }

    private static final class StayingConsumer extends KafkaConsumer<byte[], byte[]> {
        StayingConsumer(Map<String, Object> config) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }

        @Override
        public void enforceRebalance(String reason) {
            if (TASK_BEGINS_ANEW.equals(reason)) {
                LOG.info("A task begins anew from the last commit, without a rebalance");
            } else {
                super.enforceRebalance(reason);
            }
        }
    }
}
