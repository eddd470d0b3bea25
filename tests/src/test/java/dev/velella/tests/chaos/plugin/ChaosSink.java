package dev.velella.tests.chaos.plugin;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** Writes down what the converter made of every record. */
public final class ChaosSink extends SinkConnector {
    /** Directory for the event logs. */
    public static final String LOG = "chaos.log";

    /** Whether a record without state makes the task go back to the key frame itself. */
    public static final String REWIND = "chaos.rewind";

    /** After so many records at most, beside some hundreds, comes a step back, for no reason. */
    public static final String STEPS_BACK = "chaos.steps.back";

    /** Of 1000 batches so many end with an exception, and as many are asked for once more. */
    public static final String CRASHES = "chaos.crashes";

    private Map<String, String> config = Map.of();

    @Override
    public void start(Map<String, String> props) {
        config = Map.copyOf(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ChaosSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return Collections.nCopies(maxTasks, config);
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef()
                .define(LOG, Type.STRING, Importance.HIGH, LOG)
                .define(REWIND, Type.BOOLEAN, Importance.HIGH, REWIND)
                .define(STEPS_BACK, Type.INT, Importance.HIGH, STEPS_BACK)
                .define(CRASHES, Type.INT, Importance.HIGH, CRASHES);
    }

    @Override
    public void stop() {}

    @Override
    public String version() {
        return "1";
    }
}
