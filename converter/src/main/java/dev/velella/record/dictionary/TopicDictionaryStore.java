package dev.velella.record.dictionary;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryStore;
import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.cluster.TopicFacts;
import dev.velella.kit.retry.LogAllowance;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.kit.thread.Daemon;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes dictionaries to their topic, outside of any transaction, and waits until all in-sync replicas have them. The
 * key of a record is the SHA-256 of the dictionary, the value is its frame. All records are in partition 0.
 *
 * <p>Dictionaries are written rarely, so each one has a producer of its own, which is closed at once. If a dictionary
 * cannot be written, the log says why, and the caller writes self-contained records.
 *
 * <p>Keeps the dictionaries that it has written, and looks at the topic before each writing, and once a minute while it is
 * used, on a thread of its own. If the topic was made anew or has lost records, it writes them once more: then the records
 * that build on them can be read again. While Kafka would delete them there, it holds none. Thread-safe.
 */
public final class TopicDictionaryStore implements DictionaryStore {
    private static final Logger LOG = LoggerFactory.getLogger(TopicDictionaryStore.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long LOOK_NS = 60_000_000_000L;
    private static final int MOST_KNOWN = 1000;

    private final Map<String, Object> access;
    private final String topic;
    private final TopicPartition partition;
    private final String alternative;
    private final BooleanSupplier ready;
    private final LogAllowance warnings = LogAllowance.everyTenSeconds(LOG, () -> System.nanoTime() / 1_000_000);

    /** Dictionaries that this object has written and that are in the topic, by the last look. */
    private final Map<Dictionary, Place> known = new ConcurrentHashMap<>();

    /** Dictionaries that this object has written and that are not in the topic any more. This object guards it. */
    private final Set<Dictionary> lost = new LinkedHashSet<>();

    private final AtomicBoolean isLooking = new AtomicBoolean();
    private volatile long lookedAtNs = System.nanoTime();

    /** The place of a dictionary: the identity of its topic, and its offset. */
    private record Place(Uuid topic, long offset) {}

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
        this.partition = new TopicPartition(topic, 0);
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
    public boolean store(Dictionary dictionary) {
        Optional<String> problem = put(dictionary);
        problem.ifPresent(reason -> warnings.warn("Records are written self-contained, so larger than they need be: "
                + reason + ". Who cannot give these rights sets " + alternative));
        return problem.isEmpty();
    }

    /**
     * Stores a dictionary, as {@link #store}, but does not log why it cannot.
     *
     * @return the problem, and the rights that are needed; empty if the dictionary is durable
     */
    public synchronized Optional<String> put(Dictionary dictionary) {
        if (known.containsKey(dictionary)) {
            return Optional.empty();
        }
        String problem = write(Set.of(dictionary));
        if (problem == null) {
            LOG.info("Wrote {} to topic {}", dictionary, topic);
            return Optional.empty();
        }
        return Optional.of(dictionary + " could not be written to topic " + topic + " ("
                + DictionaryOptions.TOPIC.name() + "): " + problem
                + ". The principal needs Describe, DescribeConfigs and Write on topic " + topic
                + ", and Create if it is missing");
    }

    @Override
    public boolean holds(Dictionary dictionary) {
        if (System.nanoTime() - lookedAtNs >= LOOK_NS && isLooking.compareAndSet(false, true)) {
            Thread look = Daemon.of("velella-dictionaries-look", this::lookOnce);
            look.start();
        }
        return known.containsKey(dictionary);
    }

    private void lookOnce() {
        try {
            look();
        } finally {
            isLooking.set(false);
        }
    }

    /**
     * Looks at the topic now. Writes the dictionaries once more that are not there any more, and says so in the log. If
     * that fails, the next look tries again.
     */
    public synchronized void look() {
        String problem = write(Set.of());
        if (problem != null) {
            warnings.warn("The topic of dictionaries " + topic + " (" + DictionaryOptions.TOPIC.name()
                    + ") could not be looked at, or could not get dictionaries that it has lost: " + problem + ". "
                    + (lost.isEmpty()
                            ? "It is looked at again in a minute"
                            : "Until it has them, new records are written self-contained, and " + lost.size()
                                    + " dictionaries of former records are missing"));
        }
    }

    /**
     * Looks at the topic, and writes dictionaries, and those that were lost.
     *
     * @return the problem; null if there is none
     */
    private @Nullable String write(Set<Dictionary> fresh) {
        try (ClusterAccess cluster = ClusterAccess.of(access)
                .orElseThrow(
                        () -> new IllegalStateException(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG + " is not set"))) {
            Uuid id = checkTopic(cluster);
            Set<Dictionary> missing = new LinkedHashSet<>(lost);
            missing.addAll(fresh);
            int again = lost.size();
            if (!missing.isEmpty()) {
                send(missing, id);
            }
            if (again > 0) {
                LOG.warn(
                        "Wrote {} dictionaries to topic {} once more, which this writer had written before. Records that"
                                + " build on dictionaries of other writers stay unreadable until those are there again",
                        again,
                        topic);
            }
            return null;
        } catch (ClusterAccessException
                | ExecutionException
                | TimeoutException
                | KafkaException
                | IllegalStateException e) {
            return describe(e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        } finally {
            lookedAtNs = System.nanoTime();
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

    /**
     * Makes the topic if it is missing, and finds out which dictionaries it has lost.
     *
     * @return the identity of the topic
     * @throws IllegalStateException if Kafka would delete dictionaries there
     */
    private Uuid checkTopic(ClusterAccess cluster) {
        Optional<TopicFacts> found = cluster.describe(topic, PATIENCE);
        if (found.isEmpty()) {
            lose(place -> true, "the topic does not exist any more");
            cluster.create(
                    new NewTopic(topic, Optional.of(1), Optional.empty())
                            .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT)),
                    PATIENCE);
            found = cluster.describe(topic, PATIENCE);
        }
        TopicFacts facts =
                found.orElseThrow(() -> new IllegalStateException("the topic was made, and is not there yet"));
        if (!keepsDictionaries(facts.cleanupPolicies())) {
            String policy = String.join(",", facts.cleanupPolicies());
            lose(place -> true, "its cleanup.policy is now " + policy);
            throw new IllegalStateException("its cleanup.policy is " + policy
                    + ", so Kafka would delete dictionaries that records need; set cleanup.policy=compact");
        }
        if (!known.isEmpty()) {
            lose(place -> !place.topic.equals(facts.id()), "the topic was deleted and made anew");
            long start = cluster.start(partition, PATIENCE);
            lose(place -> place.offset < start, "its records before offset " + start + " were deleted");
            long end = cluster.end(partition, PATIENCE);
            lose(place -> place.offset >= end, "it ends at offset " + end + " now");
        }
        return facts.id();
    }

    /**
     * Whether Kafka keeps all dictionaries in a topic: it must delete no record by age or size, for records of any age
     * may need them. Compaction is harmless, because equal keys have equal dictionaries.
     *
     * @param cleanupPolicies values of {@code cleanup.policy} of the topic
     */
    public static boolean keepsDictionaries(Collection<String> cleanupPolicies) {
        return !cleanupPolicies.contains(TopicConfig.CLEANUP_POLICY_DELETE);
    }

    private void lose(Predicate<Place> isLost, String reason) {
        int before = lost.size();
        known.forEach((dictionary, place) -> {
            if (isLost.test(place)) {
                lost.add(dictionary);
            }
        });
        lost.forEach(known::remove);
        if (lost.size() > before) {
            LOG.error(
                    "The topic of dictionaries {} ({}) does not keep what records need: {}. {} dictionaries that this"
                            + " writer has written are concerned; it writes them once more as soon as the topic has"
                            + " cleanup.policy=compact. Never delete or empty this topic",
                    topic,
                    DictionaryOptions.TOPIC.name(),
                    reason,
                    lost.size() - before);
        }
    }

    private void send(Set<Dictionary> dictionaries, Uuid id)
            throws InterruptedException, ExecutionException, TimeoutException {
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
            for (Dictionary dictionary : dictionaries) {
                long offset = producer.send(new ProducerRecord<>(topic, 0, dictionary.digest(), dictionary.frame()))
                        .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                        .offset();
                keep(dictionary, new Place(id, offset));
            }
        } catch (InterruptException e) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    /** Beyond the limit it forgets the dictionary that was written first; its writer writes it once more. */
    private void keep(Dictionary dictionary, Place place) {
        known.put(dictionary, place);
        lost.remove(dictionary);
        if (known.size() > MOST_KNOWN) {
            known.entrySet().stream()
                    .min(Comparator.comparingLong(entry -> entry.getValue().offset))
                    .ifPresent(eldest -> known.remove(eldest.getKey()));
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
