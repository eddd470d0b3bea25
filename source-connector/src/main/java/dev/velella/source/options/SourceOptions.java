package dev.velella.source.options;

import dev.velella.kit.options.OptionGroup;
import java.util.Map;
import java.util.Set;

/** The options of the connectors of one type: all that {@link RdfSourceConfig} must know of the type. Immutable. */
public interface SourceOptions {
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
    void define(OptionGroup options);

    /** The shared groups of options that have an effect on this type. */
    Set<SharedOptions> shared();

    /**
     * Finds the type's own options that are missing, or that do not go with others or with files. The map's keys are
     * options, its values messages.
     *
     * @param values parsed values; null for an option that is wrong by itself
     */
    Map<String, String> problems(Map<String, ?> values);

    /** Whether the option {@code topic} may have parts that are filled from each message. */
    boolean choosesTopics();
}
