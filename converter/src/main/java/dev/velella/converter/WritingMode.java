package dev.velella.converter;

import dev.velella.cluster.ClusterOptions;
import dev.velella.keyframe.JellyMode;
import dev.velella.record.RecordEncoder;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the records of a converter build on. {@link JellyMode#AUTO} becomes {@link JellyMode#DICTIONARY} if something
 * tells how to reach a cluster: the converter's own options {@code kafka.*}, or else the task of this thread
 * ({@link TaskCluster}). A converter is configured before its task starts, so it chooses at its first record, on the
 * thread of the task. Immutable.
 *
 * @param mode AUTO only if nothing tells how to reach a cluster
 * @param access options of {@link ClusterOptions}; empty if the mode needs none
 * @param ready whether dictionaries may be written with this access yet
 */
record WritingMode(JellyMode mode, Map<String, Object> access, BooleanSupplier ready) {
    /** For whoever cannot write dictionaries. */
    static final String WITHOUT_DICTIONARIES = "value.converter.jelly.mode=stateful";

    private static final Logger LOG = LoggerFactory.getLogger(JellyConverter.class);

    /** The choice for the task of the calling thread. */
    static WritingMode choose(JellyConverterConfig config) {
        return switch (config.mode()) {
            case STATEFUL, SELF_CONTAINED -> new WritingMode(config.mode(), Map.of(), () -> false);
            case DICTIONARY -> new WritingMode(JellyMode.DICTIONARY, config.cluster(), () -> true);
            case AUTO -> {
                WritingMode own = new WritingMode(JellyMode.DICTIONARY, config.cluster(), () -> true);
                WritingMode task = new WritingMode(
                        JellyMode.DICTIONARY, TopicDictionaryStore.access(TaskCluster.client()), TaskCluster.proven());
                WritingMode found = own.reachesCluster() ? own : task;
                if (!found.reachesCluster()) {
                    yield new WritingMode(JellyMode.AUTO, Map.of(), () -> false);
                }
                LOG.info(
                        "Records build on dictionaries in topic {} ({}); {} chooses records without dictionaries",
                        config.dictionariesTopic(),
                        DictionaryOptions.TOPIC.name(),
                        WITHOUT_DICTIONARIES);
                yield found;
            }
        };
    }

    private boolean reachesCluster() {
        return ClusterOptions.isGiven(access);
    }

    /** Whether records build on dictionaries. */
    boolean isOnDictionaries() {
        return mode == JellyMode.DICTIONARY;
    }

    /** An encoder of records of this mode. */
    RecordEncoder encoder(JellyConverterConfig config) {
        int partitions = config.streamLimits().streams();
        return isOnDictionaries()
                ? new RecordEncoder(
                        config.encoderSettings(),
                        partitions,
                        new TopicDictionaryStore(access, config.dictionariesTopic(), WITHOUT_DICTIONARIES, ready))
                : new RecordEncoder(config.encoderSettings(), partitions);
    }
}
