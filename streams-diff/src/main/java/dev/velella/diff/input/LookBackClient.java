package dev.velella.diff.input;

import dev.velella.diff.DiffMetrics;
import dev.velella.diff.element.RecordPlace;
import dev.velella.diff.options.DiffSettings;
import dev.velella.diff.options.FrameOptions;
import dev.velella.diff.options.FrameSettings;
import dev.velella.record.LookBack;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.record.dictionary.TopicDictionaryStore;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Access of the tasks of an app to the cluster, beside that of Kafka Streams: the configuration of the consumers that read
 * the input topic once more, and the store of dictionaries, which all tasks share. The consumers have the configuration of the app's main
 * consumer: its servers, security and isolation level, but not its group. All tasks of an app have the same
 * configuration, except for the id of the client. Thread-safe.
 */
public final class LookBackClient {
    private @Nullable Map<String, Object> shared;
    private @Nullable TopicDictionaryStore dictionaries;

    /** The configuration for one task, derived from the configuration of its app. */
    public Map<String, Object> config(ProcessorContext<?, ?> task) {
        String id = Thread.currentThread().getName() + "-" + task.taskId() + "-look-back";
        Map<String, Object> config = new HashMap<>(shared(task));
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, id);
        return config;
    }

    /**
     * What reads the values of the records of one task.
     *
     * @param takesPatches whether records may hold patches too
     */
    public RecordContents contents(
            ProcessorContext<?, ?> task, DiffSettings settings, DiffMetrics metrics, boolean takesPatches) {
        if (settings.lift() != null) {
            return new LiftedRecords(settings.lift());
        }
        FrameSettings frames = settings.frames();
        Map<String, Object> own = config(task);
        TopicDictionarySource found = new TopicDictionarySource(own, frames.dictionaries());
        LookBack lookBack = new LookBack(own, frames.lookBack());
        RecordContents read =
                new GraphFrames(frames, settings.cacheStatements(), lookBack, found, metrics, takesPatches);
        return new RecordContents() {
            @Override
            public Content read(Record<byte[], byte[]> record, RecordPlace place, long nowMs) {
                return read.read(record, place, nowMs);
            }

            @Override
            public void close() {
                read.close();
                found.close();
            }
        };
    }

    /** The store of dictionaries of all tasks. So one of them looks after the topic, and each has what others wrote. */
    public synchronized TopicDictionaryStore dictionaries(ProcessorContext<?, ?> task, FrameSettings frames) {
        TopicDictionaryStore known = dictionaries;
        if (known == null) {
            known = new TopicDictionaryStore(
                    TopicDictionaryStore.access(shared(task)),
                    frames.dictionaries(),
                    FrameOptions.MODE.name() + "=self-contained");
            dictionaries = known;
        }
        return known;
    }

    private synchronized Map<String, Object> shared(ProcessorContext<?, ?> task) {
        Map<String, Object> known = shared;
        if (known == null) {
            known = new HashMap<>(new AppConfig(task.appConfigs()).getMainConsumerConfigs(task.applicationId(), "", 0));
            // Kafka Streams adds these options for the members of its group.
            known.keySet().removeIf(LookBackClient::isOfTheGroup);
            shared = known;
        }
        return known;
    }

    private static boolean isOfTheGroup(String option) {
        boolean ofTheAssignor = StreamsConfig.configDef().names().contains(option)
                && !ConsumerConfig.configNames().contains(option);
        return ofTheAssignor
                || option.equals(ConsumerConfig.GROUP_ID_CONFIG)
                || option.equals(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG)
                || option.equals(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG)
                || option.startsWith(StreamsConfig.TOPIC_PREFIX);
    }

    /** The app's options. They are not checked and logged here, because Kafka Streams has already done so. */
    private static final class AppConfig extends StreamsConfig {
        AppConfig(Map<String, Object> options) {
            super(options, false);
        }
    }
}
