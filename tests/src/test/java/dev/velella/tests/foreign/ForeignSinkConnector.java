package dev.velella.tests.foreign;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** Takes structs of graphs and fails on everything else. */
public final class ForeignSinkConnector extends SinkConnector {
    private Map<String, String> config = Map.of();

    @Override
    public String version() {
        return "1";
    }

    @Override
    public void start(Map<String, String> options) {
        config = options;
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ForeignSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int most) {
        return Collections.nCopies(most, config);
    }

    @Override
    public void stop() {}

    @Override
    public ConfigDef config() {
        return new ConfigDef()
                .define("file", ConfigDef.Type.STRING, null, ConfigDef.Importance.LOW, "Where records are written.");
    }
}
