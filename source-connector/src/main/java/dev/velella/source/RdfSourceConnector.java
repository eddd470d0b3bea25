package dev.velella.source;

import dev.velella.converter.VelellaVersion;
import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.cluster.TopicFacts;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.ErrorOptions;
import dev.velella.source.options.MisspeltOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.StampOptions;
import dev.velella.source.options.TopicCreation;
import dev.velella.source.options.TransactionCheck;
import dev.velella.source.payload.TopicTemplate;
import dev.velella.source.record.SourcePartition;
import dev.velella.source.task.SourceType;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.AlreadyExistsException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Source connector of RDF stream elements. All answers that depend on the kind of source come from its
 * {@link SourceType}.
 */
public final class RdfSourceConnector extends SourceConnector {
    /** Longest time of a request to the cluster during a validation, because a user waits for the result. */
    private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(RdfSourceConnector.class);

    private @Nullable Running running;

    /**
     * A connector between its start and its stop: its options, and the watch that looks for work that must be divided
     * anew.
     */
    private record Running(SourceType type, RdfSourceConfig config, Optional<SourceType.Watch> watch) {}

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    @Override
    public ConfigDef config() {
        return SourceTypes.definition();
    }

    /**
     * Validates the options. Each option is checked by itself first. Then these checks follow:
     *
     * <ul>
     *   <li>options that depend on other options, also on options of Connect and of the converter
     *   <li>options that have no effect with this source.type
     *   <li>whether input files can be opened
     *   <li>the topic as the cluster describes it, if the options give access to the cluster
     *   <li>if nothing is wrong so far: whether the server of the source accepts the connector
     * </ul>
     */
    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        ConfigDef definition = SourceTypes.definition();
        Map<String, ConfigValue> values = definition.validateAll(connectorConfigs);
        Map<String, Object> parsed = new HashMap<>();
        values.forEach(
                (option, value) -> parsed.put(option, value.errorMessages().isEmpty() ? value.value() : null));
        Optional<SourceType> type = SourceTypes.named(parsed.get(RdfSourceConfig.SOURCE_TYPE_CONFIG));
        Map<String, String> problems = new LinkedHashMap<>();
        type.ifPresent(known -> problems.putAll(RdfSourceConfig.problems(known, parsed)));
        StampOptions stampOptions = StampOptions.of(connectorConfigs);
        problems.putAll(stampOptions.problems());
        problems.putAll(TransactionCheck.problems(connectorConfigs));
        problems.putAll(OptionGroup.withoutEffect(definition, connectorConfigs, parsed));
        problems.putAll(MisspeltOptions.problems(connectorConfigs, definition.names()));
        problems.putAll(clusterProblems(connectorConfigs, stampOptions, parsed));
        if (problems.isEmpty()
                && values.values().stream()
                        .allMatch(value -> value.errorMessages().isEmpty())) {
            type.ifPresent(known -> problems.putAll(known.probe(connectorConfigs)));
        }
        problems.forEach((option, message) -> {
            // For an option of Connect itself only the message is added: the type of its value is not known here.
            ConfigValue value = values.computeIfAbsent(option, ConfigValue::new);
            if (value.errorMessages().isEmpty()) {
                Object shown = RdfSourceConfig.shown(parsed.get(option), connectorConfigs.get(option));
                value.addErrorMessage("Invalid value " + shown + " for configuration " + option + ": " + message);
            }
        });
        return new Config(List.copyOf(values.values()));
    }

    private static Map<String, String> clusterProblems(
            Map<String, String> options, StampOptions stampOptions, Map<String, ?> parsed) {
        Map<String, String> problems = new LinkedHashMap<>();
        try (ClusterAccess cluster = ClusterAccess.of(options).orElse(null)) {
            if (cluster == null) {
                return problems;
            }
            if (parsed.get(RdfSourceConfig.TOPIC.name()) instanceof String topic
                    && new TopicTemplate(topic).isFixed()) {
                problems.putAll(topicProblems(options, stampOptions, topic, parsed, cluster));
            }
            String letters = ErrorOptions.deadLetterTopic(parsed);
            if (letters != null) {
                TopicCreation.deadLettersProblem(cluster, letters, parsed, options, VALIDATION_TIMEOUT)
                        .ifPresent(problem -> problems.put(ErrorOptions.DEAD_LETTER_TOPIC.name(), problem));
            }
        } catch (ClusterAccessException e) {
            problems.put(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG, String.valueOf(e.getMessage()));
        }
        return problems;
    }

    private static Map<String, String> topicProblems(
            Map<String, String> options,
            StampOptions stampOptions,
            String topic,
            Map<String, ?> parsed,
            ClusterAccess cluster) {
        TopicCreation creation = TopicCreation.of(parsed, options);
        TopicFacts facts = cluster.describe(topic, VALIDATION_TIMEOUT).orElse(null);
        return facts == null && creation != null
                ? creationProblems(creation, cluster, topic)
                : stampOptions.problems(topic, facts, (Integer) parsed.get(RdfSourceConfig.TOPIC_PARTITIONS.name()));
    }

    private static Map<String, String> creationProblems(TopicCreation creation, ClusterAccess cluster, String topic) {
        try {
            creation.check(cluster, topic, VALIDATION_TIMEOUT);
            return Map.of();
        } catch (ClusterAccessException e) {
            return Map.of(TopicCreation.TOPIC_CREATE.name(), String.valueOf(e.getMessage()));
        }
    }

    /**
     * Keeps the options for the tasks.
     *
     * @throws org.apache.kafka.common.config.ConfigException if an option is wrong
     */
    @Override
    public void start(Map<String, String> connectorConfigs) {
        Map<String, Object> parsed = SourceTypes.definition().parse(connectorConfigs);
        SourceType type = SourceTypes.named(parsed.get(RdfSourceConfig.SOURCE_TYPE_CONFIG))
                .orElseThrow();
        RdfSourceConfig config = new RdfSourceConfig(type, connectorConfigs);
        ClusterOptions.unknown(connectorConfigs).forEach(LOG::warn);
        running = new Running(type, config, type.watch(config, () -> context.requestTaskReconfiguration()));
    }

    private Running running() {
        return Objects.requireNonNull(running, "the connector is not started");
    }

    @Override
    public Class<? extends Task> taskClass() {
        return RdfSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return running().type.taskConfigs(running().config, maxTasks);
    }

    @Override
    public void stop() {
        if (running != null) {
            running.watch.ifPresent(SourceType.Watch::close);
        }
    }

    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> connectorConfigs) {
        return SourceTypes.named(connectorConfigs.get(RdfSourceConfig.SOURCE_TYPE_CONFIG))
                .map(SourceType::exactlyOnceSupport)
                .orElse(ExactlyOnceSupport.SUPPORTED);
    }

    /**
     * The connector does not offer {@code transaction.boundary=connector}: the worker alone begins and commits
     * transactions. Only a connector with boundaries of its own could abort a transaction while its task goes on. The
     * records of that transaction would be missing in their codec streams, so the task would have to begin new streams.
     *
     * <p>Without such aborts, all records that a task has encoded are sent, or the task ends and the next task begins
     * new codec streams.
     */
    @Override
    public ConnectorTransactionBoundaries canDefineTransactionBoundaries(Map<String, String> connectorConfigs) {
        return ConnectorTransactionBoundaries.UNSUPPORTED;
    }

    /**
     * Accepts offsets of the form that this connector stores. A null offset resets its partition.
     *
     * @throws AlreadyExistsException if a partition or an offset has another form. The worker answers it with status 409, and
     *     writes nothing to its log: any other exception of Connect's API means status 500 and an uncaught exception there
     */
    @Override
    public boolean alterOffsets(Map<String, String> connectorConfigs, Map<Map<String, ?>, Map<String, ?>> offsets) {
        try {
            offsets.forEach((partition, offset) -> {
                String input = SourcePartition.input(partition).orElse("");
                SourceTypes.owning(input)
                        .orElseThrow(() -> new ConnectException("not a source partition of this connector: " + partition
                                + "; list the offsets of the connector to see its partitions"))
                        .checkOffset(input, offset);
            });
        } catch (ConnectException e) {
            throw new AlreadyExistsException(e.getMessage(), e);
        }
        return true;
    }
}
