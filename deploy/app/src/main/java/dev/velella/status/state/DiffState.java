package dev.velella.status.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The diff app. Immutable.
 *
 * @param applicationId its application id, which is the name of its consumer group
 * @param lag records of graphs that it has not processed; null if it has never committed, or Kafka does not answer
 * @param instances its instances whose health is known
 */
public record DiffState(String applicationId, @Nullable Long lag, List<Instance> instances) {
    public DiffState {
        instances = List.copyOf(instances);
    }

    /**
     * An instance.
     *
     * @param url address of its health
     * @param state state of Kafka Streams; empty if it does not answer
     * @param live whether it works, or can still begin to work
     * @param ready whether it processes records
     * @param reason why it does not, or why it does not answer; empty if all is well
     */
    public record Instance(String url, String state, boolean live, boolean ready, String reason) {}
}
