package dev.velella.topic.copy;

import dev.velella.failure.UserException;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.log.TopicAccess;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes records in one transaction: readers of committed records see all of them or none. The transaction begins with the first
 * record. One thread uses it.
 */
final class CopyTransaction implements AutoCloseable {
    /** The longest that a broker allows unless {@code transaction.max.timeout.ms} says otherwise. */
    private static final int TIMEOUT_MS = 900_000;

    private final TopicAccess access;
    private final AtomicReference<@Nullable Exception> refused = new AtomicReference<>();
    private @Nullable Producer<byte[], byte[]> producer;
    private long sent;

    /** @param access the topic that is written, and the properties of the client */
    CopyTransaction(TopicAccess access) {
        this.access = access;
    }

    private Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>(access.properties());
        config.keySet().removeIf(key -> key.startsWith("group.") || key.endsWith(".deserializer"));
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, access.bootstrapServers());
        config.putIfAbsent(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "velella-topic-copy-" + UUID.randomUUID());
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TIMEOUT_MS);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, access.timeout().toMillis());
        config.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        config.putIfAbsent(ProducerConfig.CLIENT_ID_CONFIG, "velella-topic");
        return config;
    }

    /** Number of records that were handed over. */
    long sent() {
        return sent;
    }

    /**
     * Hands over a record.
     *
     * @throws UserException if it cannot be written; then {@link #close} ends the transaction, and nothing is written
     */
    void send(ProducerRecord<byte[], byte[]> record) {
        try {
            Producer<byte[], byte[]> to = producer == null ? begin() : producer;
            Future<RecordMetadata> unused = to.send(record, (place, failure) -> {
                if (failure != null) {
                    refused.compareAndSet(null, failure);
                }
            });
        } catch (KafkaException e) {
            throw notWritten(e);
        }
        sent++;
        if (refused.get() != null) {
            throw notWritten(refused.get());
        }
    }

    private Producer<byte[], byte[]> begin() {
        Producer<byte[], byte[]> made =
                new KafkaProducer<>(config(), new ByteArraySerializer(), new ByteArraySerializer());
        producer = made;
        made.initTransactions();
        made.beginTransaction();
        return made;
    }

    /**
     * Makes all records visible.
     *
     * @throws UserException if that failed, or if its outcome is not known
     */
    void commit() {
        if (producer == null) {
            return;
        }
        try {
            producer.flush();
            if (refused.get() != null) {
                throw notWritten(refused.get());
            }
            producer.commitTransaction();
        } catch (TimeoutException e) {
            // Kafka allows no abort now: the transaction may be committed.
            leave();
            throw new UserException(
                    "no broker said whether the transaction was committed: look at the end of topic " + access.topic()
                            + " before the command is run again",
                    e);
        } catch (KafkaException e) {
            throw notWritten(e);
        }
        leave();
    }

    private UserException notWritten(Exception reason) {
        return new UserException(
                "cannot write topic " + access.topic() + ", and nothing was written: " + ClientErrors.message(reason),
                reason);
    }

    /** Aborts the transaction, unless it is committed. */
    @Override
    public void close() {
        if (producer == null) {
            return;
        }
        try {
            producer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            // The failure before is the one to tell; the broker aborts a transaction that is open when its time is
            // over.
        }
        leave();
    }

    /** Ends the producer at once, without another word to a broker that may not answer. */
    private void leave() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }
}
