package dev.velella.status.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;

/**
 * A connector of Velella. Immutable.
 *
 * @param name name of the connector
 * @param kind source or sink
 * @param type source type or target, such as mqtt or memory
 * @param state state in Connect's words
 * @param reason why the connector failed; empty if it did not
 * @param jellyMode jelly.mode of its converter
 * @param tasks its tasks
 * @param config its configuration, which may hold secrets: not part of the API
 */
public record ConnectorState(
        String name,
        String kind,
        String type,
        String state,
        String reason,
        String jellyMode,
        List<TaskState> tasks,
        @JsonIgnore Map<String, String> config) {
    public ConnectorState {
        tasks = List.copyOf(tasks);
        config = Map.copyOf(config);
    }

    /**
     * A task.
     *
     * @param id number of the task
     * @param state state in Connect's words
     * @param worker address of its worker
     * @param reason why it failed; empty if it did not
     */
    public record TaskState(int id, String state, String worker, String reason) {}

    /** Whether it is a sink. */
    @JsonIgnore
    public boolean isSink() {
        return kind.equals("sink");
    }

    /** The configuration is left out, because it may hold secrets. */
    @Override
    public String toString() {
        return kind + " " + name + " " + state;
    }
}
