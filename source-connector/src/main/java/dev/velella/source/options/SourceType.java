package dev.velella.source.options;

import dev.velella.options.OptionGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.jspecify.annotations.Nullable;

/**
 * All that differs between sources with different values of {@code source.type}: options, tasks, offsets. Each type has an
 * implementation in a package of its own; {@link dev.velella.source.SourceTypes SourceTypes} lists them, and nobody else
 * asks which type a source has. Stateless.
 */
public interface SourceType {
    /** The value of {@code source.type}. */
    String name();

    /** A part of the documentation of {@code source.type}: says after the name where elements come from. */
    String doc();

    /** Name of the group of the type's own options. */
    String group();

    /** Adds the type's own options. */
    void define(OptionGroup group);

    /** The other groups of options that have an effect. */
    Set<SharedOptions> shared();

    /**
     * Finds own options that are needed, or that do not go with others or with files: option to message.
     *
     * @param values parsed values; null where an option is wrong by itself
     */
    default Map<String, String> problems(Map<String, ?> values) {
        return Map.of();
    }

    /** Whether the option {@code topic} may have parts that follow from each message. */
    default boolean choosesTopics() {
        return false;
    }

    /**
     * Asks a server whether it would let the connector in: option to message. Leaves nothing there. By default nobody is
     * asked.
     *
     * @param options of the connector, without any other problem
     */
    default Map<String, String> probe(Map<String, String> options) {
        return Map.of();
    }

    /** The class of the tasks, which Connect makes by its constructor without parameters. */
    Class<? extends Task> taskClass();

    /** Divides the work among tasks: the options of each. By default there is one task, with those of the connector. */
    default List<Map<String, String>> taskConfigs(RdfSourceConfig config, int maxTasks) {
        return List.of(config.originalsStrings());
    }

    /**
     * Begins to look for work that must be divided anew, until the result is closed. Empty by default: there never is any.
     *
     * @param divideAnew called by another thread when there is such work
     */
    default Optional<Watch> watch(RdfSourceConfig config, Runnable divideAnew) {
        return Optional.empty();
    }

    /** A look for work that goes on until it is closed. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Whether tasks of this type store offsets for an input.
     *
     * @param input the text that tells it from others in Connect's offset storage
     */
    boolean owns(String input);

    /**
     * Checks an offset that a user gives to an input of this type.
     *
     * @param offset null resets the input
     * @throws ConnectException if it has not the form that tasks store
     */
    void checkOffset(String input, @Nullable Map<String, ?> offset);

    /** Whether records and offsets can be kept together by transactions of the worker. By default they can. */
    default ExactlyOnceSupport exactlyOnceSupport() {
        return ExactlyOnceSupport.SUPPORTED;
    }
}
