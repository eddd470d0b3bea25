package dev.velella.source.task;

import dev.velella.kit.options.OptionGroup;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.options.SourceOptions;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.jspecify.annotations.Nullable;

/**
 * All differences between sources with different values of {@code source.type}: options, sessions, offsets. Each type is
 * declared in a package of its own, and {@link dev.velella.source.SourceTypes SourceTypes} lists them; no other class asks
 * for the type of a source. Immutable.
 */
public final class SourceType implements SourceOptions {
    private final Declaration declared;
    private final Sessions sessions;

    private SourceType(Declaration declared, Sessions sessions) {
        this.declared = declared;
        this.sessions = sessions;
    }

    /** Begins the sessions of tasks. */
    @FunctionalInterface
    public interface Sessions {
        /**
         * Begins a session. It owns the stamps from now on, unless this method fails.
         *
         * @throws ConnectException if the session cannot begin; nothing is open then
         */
        SourceSession open(TaskStart start);
    }

    /** Divides the work among tasks. */
    @FunctionalInterface
    public interface Division {
        /** The options of each task. */
        List<Map<String, String>> divide(RdfSourceConfig config, int maxTasks);
    }

    /** Looks for work that must be divided anew. */
    @FunctionalInterface
    public interface Watching {
        /**
         * Begins to look, until the result is closed; empty if there is never such work.
         *
         * @param divideAnew called by another thread when there is such work
         */
        Optional<Watch> begin(RdfSourceConfig config, Runnable divideAnew);
    }

    /** A search for new work that goes on until it is closed. */
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * A type with a name.
     *
     * @param doc follows the name in the documentation of {@code source.type}, and tells the origin of the elements
     */
    public static Declaration named(String name, String doc) {
        return new Declaration(name, doc);
    }

    /** A type that is not declared to its end. Not thread-safe. */
    public static final class Declaration {
        private final String name;
        private final String doc;
        private String group = "";
        private Consumer<OptionGroup> options = group -> {};
        private Function<Map<String, ?>, Map<String, String>> problems = values -> Map.of();
        private Set<SharedOptions> shared = EnumSet.noneOf(SharedOptions.class);
        private boolean choosesTopics;
        private Function<Map<String, String>, Map<String, String>> probe = options -> Map.of();
        private Division division = (config, maxTasks) -> List.of(config.originalsStrings());
        private Watching watching = (config, divideAnew) -> Optional.empty();
        private final Map<String, Consumer<Map<String, ?>>> offsets = new LinkedHashMap<>();
        private ExactlyOnceSupport exactlyOnce = ExactlyOnceSupport.SUPPORTED;

        private Declaration(String name, String doc) {
            this.name = name;
            this.doc = doc;
        }

        /** Adds the type's own options. */
        public Declaration options(String ofGroup, Consumer<OptionGroup> defining) {
            group = ofGroup;
            options = defining;
            return this;
        }

        /** Adds the check of the type's own options against each other; see {@link SourceOptions#problems}. */
        public Declaration problems(Function<Map<String, ?>, Map<String, String>> finding) {
            problems = finding;
            return this;
        }

        /** Adds shared groups of options. */
        public Declaration shared(SharedOptions... groups) {
            shared.addAll(List.of(groups));
            return this;
        }

        /** The option {@code topic} may have parts that are filled from each message. */
        public Declaration choosingTopics() {
            choosesTopics = true;
            return this;
        }

        /** Adds a question to the server; see {@link SourceType#probe}. */
        public Declaration probe(Function<Map<String, String>, Map<String, String>> asking) {
            probe = asking;
            return this;
        }

        /** Divides the work. Without it there is one task with the options of the connector. */
        public Declaration division(Division among) {
            division = among;
            return this;
        }

        /** Looks for work that must be divided anew. Without it there is never such work. */
        public Declaration watching(Watching forWork) {
            watching = forWork;
            return this;
        }

        /**
         * Adds a kind of input.
         *
         * @param input beginning of the identity of the input in Connect's offset storage
         * @param check throws a {@link ConnectException} if an offset does not have the form that tasks store
         */
        public Declaration offsets(String input, Consumer<Map<String, ?>> check) {
            offsets.put(input, check);
            return this;
        }

        /** Transactions of the worker cannot keep records and offsets together. */
        public Declaration withoutExactlyOnce() {
            exactlyOnce = ExactlyOnceSupport.UNSUPPORTED;
            return this;
        }

        /** The type, whose tasks have these sessions. */
        public SourceType sessions(Sessions begun) {
            return new SourceType(this, begun);
        }
    }

    @Override
    public String name() {
        return declared.name;
    }

    @Override
    public String doc() {
        return declared.doc;
    }

    @Override
    public String group() {
        return declared.group;
    }

    @Override
    public void define(OptionGroup options) {
        declared.options.accept(options);
    }

    @Override
    public Set<SharedOptions> shared() {
        return declared.shared;
    }

    @Override
    public Map<String, String> problems(Map<String, ?> values) {
        return declared.problems.apply(values);
    }

    @Override
    public boolean choosesTopics() {
        return declared.choosesTopics;
    }

    /**
     * Checks whether the server accepts the connector. Leaves nothing at the server. The map's keys are options, its
     * values messages.
     *
     * @param options options of the connector, which have no other problem
     */
    public Map<String, String> probe(Map<String, String> options) {
        return declared.probe.apply(options);
    }

    /** Divides the work among tasks. The result has the options of each task. */
    public List<Map<String, String>> taskConfigs(RdfSourceConfig config, int maxTasks) {
        return declared.division.divide(config, maxTasks);
    }

    /**
     * Begins to look for work that must be divided anew, until the result is closed; empty if there is never such work.
     *
     * @param divideAnew called by another thread when there is such work
     */
    public Optional<Watch> watch(RdfSourceConfig config, Runnable divideAnew) {
        return declared.watching.begin(config, divideAnew);
    }

    /**
     * Begins a session, which owns the stamps from now on, unless this method fails.
     *
     * @throws ConnectException if the session cannot begin; nothing is open then
     */
    public SourceSession open(TaskStart start) {
        return sessions.open(start);
    }

    /**
     * Whether tasks of this type store offsets for an input.
     *
     * @param input identity of the input in Connect's offset storage
     */
    public boolean owns(String input) {
        return check(input).isPresent();
    }

    /**
     * Checks an offset that a user gives to an input of this type.
     *
     * @param offset null resets the input
     * @throws ConnectException if the offset does not have the form that tasks store
     */
    public void checkOffset(String input, @Nullable Map<String, ?> offset) {
        if (offset != null) {
            check(input).ifPresent(check -> check.accept(offset));
        }
    }

    private Optional<Consumer<Map<String, ?>>> check(String input) {
        return declared.offsets.entrySet().stream()
                .filter(kind -> input.startsWith(kind.getKey()))
                .findFirst()
                .map(Map.Entry::getValue);
    }

    /** Whether transactions of the worker can keep records and offsets together. */
    public ExactlyOnceSupport exactlyOnceSupport() {
        return declared.exactlyOnce;
    }
}
