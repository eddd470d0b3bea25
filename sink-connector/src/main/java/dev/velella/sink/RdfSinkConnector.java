package dev.velella.sink;

import dev.velella.converter.VelellaVersion;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sink connector that applies patches to an RDF store exactly once. Always one task, whatever {@code tasks.max} says: an
 * embedded store has one writer.
 */
public final class RdfSinkConnector extends SinkConnector {
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

    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        Config config = super.validate(connectorConfigs);
        for (ConfigValue option : config.configValues()) {
            if (option.name().equals(RdfSinkConfig.TARGET_DIR_CONFIG)
                    && option.errorMessages().isEmpty()
                    && option.value() instanceof String directory) {
                RdfSinkConfig.directoryFault(directory)
                        .ifPresent(fault -> option.addErrorMessage(
                                RdfSinkConfig.TARGET_DIR_CONFIG + " cannot hold a store: " + fault));
            }
        }
        return config;
    }

    @Override
    public void start(Map<String, String> props) {
        properties = Map.copyOf(props);
        RdfSinkConfig.converterFault(props).ifPresent(LOG::warn);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return RdfSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return List.of(properties);
    }

    @Override
    public void stop() {
        // holds nothing
    }
}
