package dev.velella.sink;

import dev.velella.converter.VelellaVersion;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.OptionGroup;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.options.InputChecks;
import dev.velella.sink.options.PatchTopics;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.TargetTypes;
import dev.velella.sink.targets.remote.RemoteOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.AlreadyExistsException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sink connector that applies patches to an RDF store exactly once. A store in the worker has one writer, so the
 * connector has one task, whatever {@code tasks.max} says. For a store behind HTTP the connector has as many tasks as
 * Connect asks for.
 */
public final class RdfSinkConnector extends SinkConnector {
    /**
     * Maximum time of a validation that asks the cluster or a store. It is short, because a user waits for the answer.
     */
    private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(3);

    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(RdfSinkConnector.class);

    private Map<String, String> properties = Map.of();

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    @Override
    public ConfigDef config() {
        return RdfSinkConfig.definition();
    }

    /**
     * Checks each option by itself, and also:
     * <ul>
     * <li>that every option has an effect with this target;
     * <li>that the directory can hold a store, or that the store behind HTTP can be written to safely;
     * <li>that Connect's own options allow the sink to work;
     * <li>that the topics can hold chains of patches, if there is access to the cluster.
     * </ul>
     */
    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        Map<String, ConfigValue> options = config().validateAll(connectorConfigs);
        Map<String, Object> values = new HashMap<>();
        options.forEach(
                (option, value) -> values.put(option, value.errorMessages().isEmpty() ? value.value() : null));
        add(options, OptionGroup.withoutEffect(config(), connectorConfigs, values));
        add(options, InputChecks.problems(connectorConfigs));
        add(options, TargetTypes.problems(connectorConfigs, options));
        // An option of Connect itself is added without a value, because the type of its value is unknown here.
        add(options, ConnectChecks.problems(connectorConfigs));
        add(options, PatchTopics.problems(connectorConfigs, VALIDATION_TIMEOUT));
        return new Config(List.copyOf(options.values()));
    }

    private static void add(Map<String, ConfigValue> options, Map<String, String> problems) {
        problems.forEach((option, problem) ->
                options.computeIfAbsent(option, ConfigValue::new).addErrorMessage(problem));
    }

    /**
     * Keeps the options for the task.
     *
     * @throws ConnectException if there is access to the cluster, and the cluster does not answer or a topic is
     *     compacted
     */
    @Override
    public void start(Map<String, String> props) {
        PatchTopics.problems(props, START_TIMEOUT).forEach((option, problem) -> {
            throw new ConnectException(problem);
        });
        properties = Map.copyOf(props);
        PatchTopics.missing(props, START_TIMEOUT).ifPresent(LOG::warn);
        ConnectChecks.converterProblems(props).values().forEach(LOG::warn);
        ClusterOptions.unknown(props).forEach(LOG::warn);
        if (!props.containsKey("key.converter")) {
            LOG.info(
                    "key.converter is not set, so the worker's converter is used. If it does not read keys as text, as JsonConverter,"
                            + " records fail before the sink sees them or are refused: then set key.converter to"
                            + " org.apache.kafka.connect.storage.StringConverter");
        }
        if (!props.containsKey("value.converter")) {
            LOG.info(
                    "value.converter is not set, so the worker's converter is used. If it gives no RDF, as JsonConverter, records"
                            + " fail before the sink sees them: then set value.converter to dev.velella.converter.JellyConverter");
        }
    }

    /**
     * Refuses, except for a sink whose records name their stores: there each store leaves out what it has, so the offset
     * in Kafka only says from where the task reads. Else the store holds the offsets together with the data from these offsets. With other offsets the
     * sink would leave out patches or apply them twice.
     *
     * @throws AlreadyExistsException for every other sink; the message says what to do. The worker answers it with status 409,
     *     and writes nothing to its log: any other exception of Connect's API means status 500 and an uncaught exception there
     */
    @Override
    public boolean alterOffsets(Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
        if (RemoteOptions.isRouted(connectorConfig)) {
            return true;
        }
        throw new AlreadyExistsException(
                "the offsets of this connector cannot be altered or reset: its store knows how far the"
                        + " topics are applied, and changes that only together with the data. To begin anew, give it an empty store"
                        + " ("
                        + RdfSinkConfig.anotherStore(TargetTypes.of(connectorConfig))
                        + "); to read other topics, change topics");
    }

    @Override
    public Class<? extends Task> taskClass() {
        return RdfSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        if (!TargetTypes.of(properties).isInWorker()) {
            return Collections.nCopies(maxTasks, properties);
        }
        if (maxTasks > 1) {
            LOG.info("One task instead of {}: a store in the worker has one writer", maxTasks);
        }
        return List.of(properties);
    }

    @Override
    public void stop() {
        // the connector holds no resources
    }
}
