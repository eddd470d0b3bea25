package dev.velella.sink.intake;

import dev.velella.converter.TaskCluster;
import dev.velella.dictionary.DictionarySource;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.record.LookBack;
import dev.velella.record.dictionary.TopicDictionarySource;
import dev.velella.sink.options.RdfSinkConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;

/**
 * What a task reads in the cluster beside the records that Connect hands over: dictionaries, and the records on which a
 * stateful record builds. Both are null if the options name no cluster. The task closes it. Used by the task's thread
 * only.
 */
public record ClusterReads(@Nullable DictionarySource dictionaries, @Nullable LookBack lookBack)
        implements AutoCloseable {

    /** The access that the options of a connector give. */
    public static ClusterReads of(RdfSinkConfig config) {
        Map<String, String> options = config.originalsStrings();
        Map<String, Object> client = ClusterOptions.clientProperties(options);
        if (client.isEmpty()) {
            return new ClusterReads(null, null);
        }
        // A committed record builds on committed records only. To see others too does no harm, since links are checked;
        // and no open transaction hides what a consumer of uncommitted records has got.
        Map<String, Object> reader = new HashMap<>(client);
        reader.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        return new ClusterReads(
                new TopicDictionarySource(client, TaskCluster.dictionariesTopic(options)),
                new LookBack(reader, config.lookBackLimits()));
    }

    @Override
    public void close() {
        if (dictionaries instanceof TopicDictionarySource source) {
            source.close();
        }
        if (lookBack != null) {
            lookBack.close();
        }
    }
}
