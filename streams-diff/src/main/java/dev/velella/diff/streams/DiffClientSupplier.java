package dev.velella.diff.streams;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients that Kafka Streams uses anyway, with one difference: a thread that has to begin one of its tasks anew, as
 * after a send that timed out, does not rebalance its group for that.
 *
 * <p>Kafka Streams 4.3.1 asks for this rebalance, so that another instance may take the task over meanwhile. If it is
 * over before the task is initialised again, the task is replaced by a new one, which does not know that its input has to
 * be read again from the last commit: what the aborted transaction had read is left out. Without the rebalance the task
 * goes on where it was, from the last commit. Stateless and thread-safe.
 */
public final class DiffClientSupplier implements KafkaClientSupplier {
    private static final Logger LOG = LoggerFactory.getLogger(DiffClientSupplier.class);

    /** Why Kafka Streams asks for it. */
    private static final String TASK_BEGINS_ANEW = "Active tasks corrupted";

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
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
