package dev.velella.tests.chaos.plugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/** Shares its writers out among its tasks. */
public final class ChaosSource extends SourceConnector {
    /** Writers of this connector, comma-separated numbers. */
    public static final String WRITERS = "chaos.writers";

    /** File with one number: how many elements each writer may have sent. */
    public static final String GATE = "chaos.gate";

    /** Directory for the event logs. */
    public static final String LOG = "chaos.log";

    /** Topics of graphs and of patches. */
    public static final String GRAPHS = "chaos.graphs";

    public static final String PATCHES = "chaos.patches";
    public static final String PARTITIONS = "chaos.partitions";

    /** Time between two batches of 50 records. */
    public static final String PAUSE_MS = "chaos.pause.ms";

    /** Whether some elements are such that their records are lost. */
    public static final String LOSSES = "chaos.losses";

    /** Of 1000 batches so many end with an exception. */
    public static final String CRASHES = "chaos.crashes";

    /** Of 100 batches so many end with an abort, where the connector has the say over transactions. */
    public static final String ABORTS = "chaos.aborts";

    /** Whether a stamp says so when records before it were aborted. */
    public static final String RESET_AFTER_ABORT = "chaos.reset.after.abort";

    private Map<String, String> config = Map.of();

    @Override
    public void start(Map<String, String> props) {
        config = Map.copyOf(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return ChaosSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        String[] writers = config.get(WRITERS).split(",");
        List<List<String>> shares = new ArrayList<>();
        for (int i = 0; i < Math.min(maxTasks, writers.length); i++) {
            shares.add(new ArrayList<>());
        }
        for (int i = 0; i < writers.length; i++) {
            shares.get(i % shares.size()).add(writers[i]);
        }
        List<Map<String, String>> configs = new ArrayList<>();
        for (List<String> share : shares) {
            Map<String, String> task = new HashMap<>(config);
            task.put(WRITERS, String.join(",", share));
            configs.add(task);
        }
        return configs;
    }

    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> connectorConfig) {
        return ExactlyOnceSupport.SUPPORTED;
    }

    @Override
    public ConnectorTransactionBoundaries canDefineTransactionBoundaries(Map<String, String> connectorConfig) {
        return ConnectorTransactionBoundaries.SUPPORTED;
    }

    @Override
    public ConfigDef config() {
        ConfigDef definition = new ConfigDef();
        for (String name : List.of(WRITERS, GATE, LOG, GRAPHS, PATCHES)) {
            definition.define(name, Type.STRING, Importance.HIGH, name);
        }
        for (String name : List.of(PARTITIONS, PAUSE_MS, CRASHES, ABORTS)) {
            definition.define(name, Type.INT, Importance.HIGH, name);
        }
        for (String name : List.of(LOSSES, RESET_AFTER_ABORT)) {
            definition.define(name, Type.BOOLEAN, Importance.HIGH, name);
        }
        return definition;
    }

    @Override
    public void stop() {}

    @Override
    public String version() {
        return "1";
    }
}
