package dev.velella.tests.foreign;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** Takes structs of graphs and fails on everything else. */
public final class ForeignSinkConnector extends SinkConnector {
    @Override
    public String version() {
        return "1";
    }

    @Override
    public void start(Map<String, String> config) {}

    @Override
    public Class<? extends Task> taskClass() {
        return ForeignSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int most) {
        return Collections.nCopies(most, Map.of());
    }

    @Override
    public void stop() {}

    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }
}
