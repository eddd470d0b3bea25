package dev.velella.converter;

import dev.velella.cluster.ClusterOptions;
import java.util.Map;

/**
 * Tells the converter how the sink task of this thread reaches the cluster, so that the converter can read dictionaries
 * there. A task of Velella says this itself with its options {@code kafka.*}, so that nobody has to repeat them among
 * the options of the task's converter. It works by thread, as {@link Envelopes} do.
 *
 * <p>Every method is about the calling thread.
 */
public final class TaskCluster {
    private static final ThreadLocal<Map<String, Object>> CLIENT = ThreadLocal.withInitial(Map::of);

    private TaskCluster() {}

    /**
     * The task of this thread reaches its cluster with these options until {@link #forget}. To be called at the start of
     * the task.
     *
     * @param options all options of the connector; without {@code kafka.bootstrap.servers} the task reaches no cluster
     */
    public static void tell(Map<String, String> options) {
        CLIENT.set(ClusterOptions.clientProperties(options));
    }

    /** The task of this thread has ended. The next task on this thread may belong to another sink. */
    public static void forget() {
        CLIENT.remove();
    }

    /** Properties of a Kafka client; empty if nothing is known. */
    static Map<String, Object> client() {
        return CLIENT.get();
    }
}
