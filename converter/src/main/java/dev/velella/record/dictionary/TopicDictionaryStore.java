package dev.velella.record.dictionary;

import dev.velella.bounded.BoundedMap;
import dev.velella.cluster.ClusterAccess;
import dev.velella.cluster.ClusterAccessException;
import dev.velella.cluster.ClusterOptions;
import dev.velella.cluster.TopicFacts;
import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryStore;
import dev.velella.retry.LogAllowance;
import dev.velella.secret.ClientErrors;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes dictionaries to their topic, outside of any transaction, and waits until all in-sync replicas have them. The
 * key of a record is the SHA-256 of the dictionary, the value is its frame. All records are in partition 0.
 *
 * <p>Dictionaries are written rarely, so each one has a producer of its own, which is closed at once. If a dictionary
 * cannot be written, the log says why, and the caller writes self-contained records. Thread-safe.
 */
public final class TopicDictionaryStore implements DictionaryStore {
    private static final Logger LOG = LoggerFactory.getLogger(TopicDictionaryStore.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_KNOWN = 1000;

    private final Map<String, Object> access;
    private final String topic;
    private final String alternative;
    private final BooleanSupplier ready;
    private final LogAllowance warnings = LogAllowance.everyTenSeconds(LOG, () -> System.nanoTime() / 1_000_000);

    /** Dictionaries that this object has written. */
    private final Set<Dictionary> known = Collections.newSetFromMap(new BoundedMap<>(MOST_KNOWN));

    private boolean isTopicThere;

    /**
     * A store that writes nothing yet.
     *
     * @param access options of {@link ClusterOptions}: {@code kafka.bootstrap.servers} and others with this prefix
     * @param alternative the option, with its value, of a writer that shall write no dictionaries; for the log
     */
    public TopicDictionaryStore(Map<String, ?> access, String topic, String alternative) {
        this(access, topic, alternative, () -> true);
    }

    /**
     * A store that writes nothing until it is ready.
     *
     * @param access as above
     * @param alternative as above
     * @param ready whether the access leads to the cluster of the records, as far as it can be known
     */
    public TopicDictionaryStore(Map<String, ?> access, String topic, String alternative, BooleanSupplier ready) {
        this.access = new HashMap<>(access);
        this.topic = topic;
        this.alternative = alternative;
        this.ready = ready;
    }

    @Override
    public boolean isReady() {
        return ready.getAsBoolean();
    }

    /** Options of {@link ClusterOptions} from the options of a client, which have no prefix. */
    public static Map<String, Object> access(Map<String, ?> clientConfig) {
        Map<String, Object> access = new HashMap<>();
        clientConfig.forEach((name, value) -> access.put(ClusterOptions.PREFIX + name, value));
        Object servers = clientConfig.get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG);
        if (servers instanceof List<?> list) {
            access.put(
                    ClusterOptions.BOOTSTRAP_SERVERS_CONFIG,
                    String.join(",", list.stream().map(String::valueOf).toList()));
        }
        return access;
    }

    @Override
    public synchronized boolean store(Dictionary dictionary) {
        if (known.contains(dictionary)) {
            return true;
        }
        try {
            if (!isTopicThere) {
                makeTopic();
                isTopicThere = true;
            }
            send(dictionary);
            known.add(dictionary);
            LOG.info("Wrote {} to topic {}", dictionary, topic);
            return true;
        } catch (ClusterAccessException
                | ExecutionException
                | TimeoutException
                | KafkaException
                | IllegalStateException e) {
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            warnings.warn("Records are written self-contained, so larger than they need be: " + dictionary
                    + " could not be written to topic " + topic + " (" + DictionaryOptions.TOPIC.name() + "): "
                    + describe(cause)
                    + ". The principal needs Describe, DescribeConfigs and Write on topic " + topic
                    + ", and Create if it is missing. Who cannot give these rights sets " + alternative);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String describe(Throwable cause) {
        if (cause
                instanceof TopicAuthorizationException refused) { // the topic is there, and its description was allowed
            return ClientErrors.describe(refused) + "; the right Write is missing";
        }
        if (cause instanceof KafkaException refused) {
            return ClientErrors.describe(refused);
        }
        return cause instanceof TimeoutException
                ? "no answer within " + PATIENCE.toMillis() + " ms"
                : String.valueOf(cause.getMessage());
    }

    private void makeTopic() {
        try (ClusterAccess cluster = ClusterAccess.of(access)
                .orElseThrow(
                        () -> new IllegalStateException(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG + " is not set"))) {
            Optional<TopicFacts> found = cluster.describe(topic, PATIENCE);
            if (found.isEmpty()) {
                cluster.create(
                        new NewTopic(topic, Optional.of(1), Optional.empty())
                                .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT)),
                        PATIENCE);
            } else if (found.get().cleanupPolicies().contains(TopicConfig.CLEANUP_POLICY_DELETE)) {
                throw new IllegalStateException("its cleanup.policy is "
                        + String.join(",", found.get().cleanupPolicies())
                        + ", so Kafka would delete dictionaries that records need; set cleanup.policy=compact");
            }
        }
    }

    private void send(Dictionary dictionary) throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, Object> config = new HashMap<>(ClusterOptions.clientProperties(access));
        config.keySet().removeIf(name -> !ProducerConfig.configNames().contains(name) || isOfTheOtherProducer(name));
        int patience = Math.toIntExact(PATIENCE.toMillis());
        config.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, patience);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, patience / 2);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, patience);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, 0, dictionary.digest(), dictionary.frame()))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptException e) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    private static boolean isOfTheOtherProducer(String name) {
        return name.startsWith("transactional.")
                || name.equals(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG)
                || name.equals(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG)
                || name.equals(ProducerConfig.PARTITIONER_CLASS_CONFIG)
                || name.equals(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG)
                || name.equals(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG)
                || name.equals(ProducerConfig.CLIENT_ID_CONFIG);
    }
}
