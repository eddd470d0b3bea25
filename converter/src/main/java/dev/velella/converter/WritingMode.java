package dev.velella.converter;

import dev.velella.frame.JellyMode;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.record.RecordEncoder;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mode in which a converter writes records. {@link JellyMode#AUTO} becomes {@link JellyMode#DICTIONARY} if the
 * converter reaches a cluster: by its own options {@code kafka.*}, or else by the options of the task of this thread
 * ({@link TaskCluster}). A converter is configured before its task starts, so it chooses at its first record, on the
 * thread of the task. Immutable.
 *
 * @param mode AUTO only if the converter reaches no cluster
 * @param access options of {@link ClusterOptions}; empty if the mode needs none
 * @param ready whether dictionaries may be written with this access yet
 */
record WritingMode(JellyMode mode, Map<String, Object> access, BooleanSupplier ready) {
    /** The option for sources that cannot write dictionaries, for messages. */
    static final String WITHOUT_DICTIONARIES = "value.converter.jelly.mode=stateful";

    private static final Logger LOG = LoggerFactory.getLogger(JellyConverter.class);

    /** The choice for the task of the calling thread. */
    static WritingMode choose(JellyConverterConfig config) {
        return switch (config.mode()) {
            case STATEFUL, SELF_CONTAINED -> withoutDictionaries(config.mode());
            case DICTIONARY -> new WritingMode(JellyMode.DICTIONARY, config.cluster(), () -> true);
            case AUTO -> {
                boolean hasOwn = !config.cluster().isEmpty();
                if (!hasOwn && TaskCluster.client().isEmpty()) {
                    yield withoutDictionaries(JellyMode.AUTO);
                }
                LOG.info(
                        "Records build on dictionaries in topic {} ({}); {} chooses records without dictionaries",
                        config.dictionariesTopic(),
                        DictionaryOptions.TOPIC.name(),
                        WITHOUT_DICTIONARIES);
                yield hasOwn
                        ? new WritingMode(JellyMode.DICTIONARY, config.cluster(), () -> true)
                        : new WritingMode(
                                JellyMode.DICTIONARY,
                                TopicDictionaryStore.access(TaskCluster.client()),
                                TaskCluster.proven());
            }
        };
    }

    private static WritingMode withoutDictionaries(JellyMode mode) {
        return new WritingMode(mode, Map.of(), () -> false);
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
                : RecordEncoder.stateful(config.encoderSettings(), config, partitions);
    }
}
