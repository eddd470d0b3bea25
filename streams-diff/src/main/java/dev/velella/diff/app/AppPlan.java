package dev.velella.diff.app;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/** What an app does that {@link DiffApp} runs in place of the diff. Called by one thread, except for {@link #remark}. */
public interface AppPlan {
    /** Name of the app, as in {@code The diff app runs}. */
    String name();

    /**
     * Checks topics, and creates those that are missing.
     *
     * @param inputs the input topics, with their numbers of partitions
     * @throws org.apache.kafka.common.config.ConfigException if they do not fit
     */
    void prepare(Admin admin, Map<String, Integer> inputs);

    /** The topology for these input topics. */
    Topology topology(Map<String, Integer> inputs);

    /** Topics that the app has made and writes at present, besides the output topic of its options. Thread-safe. */
    Set<String> outputs();

    /** What the health tells although the app works; null if there is nothing. Thread-safe. */
    @Nullable
    String remark();
}
