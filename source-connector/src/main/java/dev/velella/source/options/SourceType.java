package dev.velella.source.options;

import dev.velella.kit.options.OptionGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.jspecify.annotations.Nullable;

/**
 * All differences between sources with different values of {@code source.type}: options, tasks, offsets. Each type has
 * an implementation in a package of its own. {@link dev.velella.source.SourceTypes SourceTypes} lists them; no other
 * class asks for the type of a source. Stateless.
 */
public interface SourceType {
    /** The value of {@code source.type}. */
    String name();

    /**
     * The type's part of the documentation of {@code source.type}. It follows the name, and tells the origin of the
     * elements.
     */
    String doc();

    /** Name of the group of the type's own options. */
    String group();

    /** Adds the type's own options. */
    void define(OptionGroup group);

    /** The shared groups of options that have an effect on this type. */
    Set<SharedOptions> shared();

    /**
     * Finds the type's own options that are missing, or that do not go with others or with files. The map's keys are
     * options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    default Map<String, String> problems(Map<String, ?> values) {
        return Map.of();
    }

    /** Whether the option {@code topic} may have parts that are filled from each message. */
    default boolean choosesTopics() {
        return false;
    }

    /**
     * Checks whether the server accepts the connector. Leaves nothing at the server. The map's keys are options, its
     * values messages. The default checks nothing.
     *
     * @param options options of the connector, which have no other problem
     */
    default Map<String, String> probe(Map<String, String> options) {
        return Map.of();
    }

    /** The class of the tasks. Connect creates the tasks with its constructor without parameters. */
    Class<? extends Task> taskClass();

    /**
     * Divides the work among tasks. The result has the options of each task. By default there is one task with the
     * options of the connector.
     */
    default List<Map<String, String>> taskConfigs(RdfSourceConfig config, int maxTasks) {
        return List.of(config.originalsStrings());
    }

    /**
     * Begins to look for work that must be divided anew. This goes on until the result is closed. By default there is
     * never such work, and the result is empty.
     *
     * @param divideAnew called by another thread when there is such work
     */
    default Optional<Watch> watch(RdfSourceConfig config, Runnable divideAnew) {
        return Optional.empty();
    }

    /** A search for new work that goes on until it is closed. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Whether tasks of this type store offsets for an input.
     *
     * @param input identity of the input in Connect's offset storage
     */
    boolean owns(String input);

    /**
     * Checks an offset that a user gives to an input of this type.
     *
     * @param offset null resets the input
     * @throws ConnectException if the offset does not have the form that tasks store
     */
    void checkOffset(String input, @Nullable Map<String, ?> offset);

    /** Whether transactions of the worker can keep records and offsets together. By default they can. */
    default ExactlyOnceSupport exactlyOnceSupport() {
        return ExactlyOnceSupport.SUPPORTED;
    }
}
