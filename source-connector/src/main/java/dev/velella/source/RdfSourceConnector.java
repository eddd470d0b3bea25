package dev.velella.source;

import dev.velella.converter.VelellaVersion;
import java.util.HashMap;
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

/**
 * Source connector of RDF stream elements: a file or a simulated weather station. Runs one task, because an input is one
 * ordered stream.
 */
public final class RdfSourceConnector extends SourceConnector {
    private Map<String, String> props = Map.of();

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    @Override
    public ConfigDef config() {
        return RdfSourceConfig.definition();
    }

    /** Besides each option by itself, checks what depends on others, and that the input file can be opened. */
    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        Map<String, ConfigValue> values = RdfSourceConfig.definition().validateAll(connectorConfigs);
        Map<String, Object> parsed = new HashMap<>();
        values.forEach((option, value) -> parsed.put(option, value.value()));
        RdfSourceConfig.problems(parsed).forEach((option, message) -> {
            ConfigValue value = values.get(option);
            if (value != null && value.errorMessages().isEmpty()) {
                value.addErrorMessage(
                        "Invalid value " + value.value() + " for configuration " + option + ": " + message);
            }
        });
        return new Config(List.copyOf(values.values()));
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
    }

    @Override
    public Class<? extends Task> taskClass() {
        return RdfSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return List.of(props);
    }

    @Override
    public void stop() {}

    /** Every input can be read again from the start, so offset and records are all there is to keep together. */
    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> connectorConfigs) {
        return ExactlyOnceSupport.SUPPORTED;
    }

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
            SourceOffset.fromMap(offset);
        });
        return true;
    }
}
