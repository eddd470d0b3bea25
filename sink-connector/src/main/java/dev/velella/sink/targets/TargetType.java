package dev.velella.sink.targets;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.Target;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.ViewTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/**
 * One kind of target: everything that is different for each kind, from the options to the opened store. Stateless and
 * thread-safe. {@link dev.velella.sink.options.TargetTypes} lists all kinds. The configurations in the parameters have
 * the options of all kinds.
 */
public interface TargetType {
    /** The option whose value is the name of the kind. */
    String OPTION = "target";

    /** Value of {@link #OPTION}. */
    String name();

    /** Describes the store for the documentation, without its name. */
    String description();

    /** The options of the kind. If several kinds share a group of options, it is the same object. */
    List<TargetOptionGroup> optionGroups();

    /**
     * Whether the store is in the worker. Such a store has one writer, its task, which can go back to a checkpoint and
     * can build the store again. It has the options of the SPARQL endpoint, so its target must be a
     * {@link dev.velella.sink.query.Queryable Queryable}. If not, the store is on a server: several tasks and others may
     * write to it.
     */
    boolean isInWorker();

    /** Name of the option for the place of the store. */
    String placeOption();

    /**
     * The place of the store, without secrets.
     *
     * @throws org.apache.kafka.common.config.ConfigException if the configuration names no place
     */
    String place(AbstractConfig config);

    /**
     * The problems of a configuration that each option by itself does not show: option to message. May open or contact
     * the store.
     */
    Map<String, String> problems(TargetCheck check);

    /**
     * Opens or makes the store for a task. A store on a server is contacted later.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @param rebuild whether an empty store replaces a damaged store; the damaged store is kept
     * @throws dev.velella.sink.error.StoreFailedException if the store cannot be opened
     */
    Target open(AbstractConfig config, String connector, boolean rebuild);

    /**
     * Opens the store for another program than its task. If the store is in the worker, no task may have it open. If
     * there is no store, none is made.
     *
     * @param connector name of the connector, under which offsets and chains are kept
     * @param terms the form that statements have in the store
     * @param timeout longest wait for a server
     * @throws dev.velella.sink.error.StoreInUseException if a task in a worker has the store open
     * @throws dev.velella.sink.error.StoreFailedException if there is no store, or it cannot be opened
     */
    RepairableStore view(AbstractConfig config, String connector, ViewTerms terms, Duration timeout);

    /**
     * Makes the store if it is not there.
     *
     * @param template description of the store, as the server takes it
     * @return whether it was made
     * @throws dev.velella.sink.error.StoreFailedException if the server refuses to make it
     * @throws dev.velella.sink.error.StoreUnavailableException if the server does not answer now
     */
    default boolean make(AbstractConfig config, String template) {
        throw new StoreFailedException("a store of target " + name() + " cannot be made from a template", null);
    }

    /** Whether {@link #make} can make stores. */
    default boolean makesStores() {
        return false;
    }

    /** Text that says how an operator can give the connector an empty store; it follows "give this connector". */
    String emptyStore(AbstractConfig config);

    /** Sentences that say what a task does if the store still does not answer. */
    String withoutAnswer(AbstractConfig config);

    /**
     * Sentences that say how an operator can have a store rebuilt from its topics.
     *
     * @param rebuild the option and its value that allow the rebuild
     */
    String rebuildAdvice(AbstractConfig config, String rebuild);
}
