package dev.velella.source;

import dev.velella.cluster.ClusterAccess;
import dev.velella.cluster.ClusterAccessException;
import dev.velella.cluster.ClusterOptions;
import dev.velella.cluster.TopicFacts;
import dev.velella.converter.VelellaVersion;
import dev.velella.source.http.CounterOffset;
import dev.velella.source.http.DocumentOffset;
import dev.velella.source.input.FileTasks;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.message.HttpSourceTask;
import dev.velella.source.message.LinkOffset;
import dev.velella.source.message.MqttOffset;
import dev.velella.source.message.MqttSourceTask;
import dev.velella.source.message.MqttTasks;
import dev.velella.source.options.FileOptions;
import dev.velella.source.options.MisspeltOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.StampOptions;
import dev.velella.source.options.TopicCreation;
import dev.velella.source.payload.TopicTemplate;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.jspecify.annotations.Nullable;

/**
 * Source connector of RDF stream elements: a file, a simulated weather station, the messages of an MQTT broker, or what an
 * HTTP server gives. Runs one
 * task where the input is one ordered stream; the topic filters of MQTT are divided among tasks.
 */
public final class RdfSourceConnector extends SourceConnector {
    /** Somebody waits for the answer. */
    private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(3);

    private Map<String, String> props = Map.of();
    private @Nullable FileWatch watch;

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    @Override
    public ConfigDef config() {
        return RdfSourceConfig.definition();
    }

    /**
     * Besides each option by itself, checks what depends on others (of Connect and of the converter too), that the input
     * file can be opened, what the cluster says of the topic where there is access to it, and, where nothing else is wrong,
     * that the MQTT broker lets the client in.
     */
    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        Map<String, ConfigValue> values = RdfSourceConfig.definition().validateAll(connectorConfigs);
        Map<String, Object> parsed = new HashMap<>();
        values.forEach(
                (option, value) -> parsed.put(option, value.errorMessages().isEmpty() ? value.value() : null));
        Map<String, String> problems = new LinkedHashMap<>(RdfSourceConfig.problems(parsed));
        StampOptions stampOptions = StampOptions.of(connectorConfigs);
        problems.putAll(stampOptions.problems());
        problems.putAll(MisspeltOptions.problems(connectorConfigs));
        if (parsed.get(RdfSourceConfig.TOPIC_CONFIG) instanceof String topic && new TopicTemplate(topic).isFixed()) {
            problems.putAll(clusterProblems(connectorConfigs, stampOptions, topic, parsed));
        }
        if (isMqtt(connectorConfigs)
                && problems.isEmpty()
                && values.values().stream()
                        .allMatch(value -> value.errorMessages().isEmpty())) {
            problems.putAll(MqttTasks.brokerProblems(connectorConfigs));
        }
        problems.forEach((option, message) -> {
            // An option of Connect itself is added without its value, whose type is not known here.
            ConfigValue value = values.computeIfAbsent(option, ConfigValue::new);
            if (value.errorMessages().isEmpty()) {
                Object shown = RdfSourceConfig.shown(parsed.get(option), connectorConfigs.get(option));
                value.addErrorMessage("Invalid value " + shown + " for configuration " + option + ": " + message);
            }
        });
        return new Config(List.copyOf(values.values()));
    }

    private static Map<String, String> clusterProblems(
            Map<String, String> options, StampOptions stampOptions, String topic, Map<String, ?> parsed) {
        Integer partitions = (Integer) parsed.get(RdfSourceConfig.TOPIC_PARTITIONS_CONFIG);
        TopicCreation creation = TopicCreation.of(parsed, options);
        try (ClusterAccess cluster = ClusterAccess.of(options).orElse(null)) {
            if (cluster == null) {
                return Map.of();
            }
            TopicFacts facts = cluster.describe(topic, VALIDATION_TIMEOUT).orElse(null);
            if (facts == null && creation != null) {
                return creationProblems(creation, cluster, topic);
            }
            return stampOptions.problems(topic, facts, partitions);
        } catch (ClusterAccessException e) {
            return Map.of(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG, String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, String> creationProblems(TopicCreation creation, ClusterAccess cluster, String topic) {
        try {
            creation.check(cluster, topic, VALIDATION_TIMEOUT);
            return Map.of();
        } catch (ClusterAccessException e) {
            return Map.of(RdfSourceConfig.TOPIC_CREATE_CONFIG, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Keeps the options for the task.
     *
     * @throws org.apache.kafka.common.config.ConfigException if one is wrong
     */
    @Override
    public void start(Map<String, String> connectorConfigs) {
        RdfSourceConfig checked = new RdfSourceConfig(connectorConfigs);
        props = checked.originalsStrings();
        if (checked.fileWatchIntervalMs() > 0) {
            watch = new FileWatch(
                    FileOptions.names(checked),
                    FileOptions.files(checked),
                    Duration.ofMillis(checked.fileWatchIntervalMs()),
                    () -> context.requestTaskReconfiguration());
        }
    }

    @Override
    public Class<? extends Task> taskClass() {
        if (isMqtt(props)) {
            return MqttSourceTask.class;
        }
        return RdfSourceConfig.HTTP.equals(props.get(RdfSourceConfig.SOURCE_TYPE_CONFIG))
                ? HttpSourceTask.class
                : RdfSourceTask.class;
    }

    private static boolean isMqtt(Map<String, String> options) {
        return RdfSourceConfig.MQTT.equals(options.get(RdfSourceConfig.SOURCE_TYPE_CONFIG));
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        if (isMqtt(props)) {
            return MqttTasks.divide(props, maxTasks);
        }
        RdfSourceConfig config = new RdfSourceConfig(props);
        return config.isFile() ? FileTasks.divide(props, FileOptions.files(config), maxTasks) : List.of(props);
    }

    @Override
    public void stop() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    /**
     * Files and simulations can be read again from the start, so offset and records are all there is to keep together.
     * MQTT has no positions: what a broker sends again is recognised by its content, as far as the window reaches.
     */
    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> connectorConfigs) {
        return isMqtt(connectorConfigs) ? ExactlyOnceSupport.UNSUPPORTED : ExactlyOnceSupport.SUPPORTED;
    }

    /**
     * Transactions are the worker's. So none is aborted while the task goes on, and what a task has encoded is either sent
     * or the task ends, and the next one begins new streams.
     */
    @Override
    public ConnectorTransactionBoundaries canDefineTransactionBoundaries(Map<String, String> connectorConfigs) {
        return ConnectorTransactionBoundaries.UNSUPPORTED;
    }

    /**
     * Accepts offsets of the form that this connector stores; null as the offset of a partition resets it.
     *
     * @throws ConnectException if a partition or an offset has another form
     */
    @Override
    public boolean alterOffsets(Map<String, String> connectorConfigs, Map<Map<String, ?>, Map<String, ?>> offsets) {
        offsets.forEach((partition, offset) -> {
            if (!RdfSourceConfig.isSourcePartition(partition)) {
                throw new ConnectException("not a source partition of this connector: " + partition
                        + "; list the offsets to see those it has");
            }
            if (RdfSourceConfig.isOfLink(partition)) {
                LinkOffset.fromMap(offset);
            } else if (RdfSourceConfig.isOfHttp(partition)) {
                checkHttpOffset(offset);
            } else if (RdfSourceConfig.isOfMessages(partition)) {
                MqttOffset.fromMap(offset);
            } else {
                SourceOffset.fromMap(offset);
            }
        });
        return true;
    }

    private static void checkHttpOffset(@Nullable Map<String, ?> offset) {
        if (offset == null || !CounterOffset.is(offset)) {
            DocumentOffset.fromMap(offset);
        }
    }
}
