package dev.velella.sink.targets;

import dev.velella.sink.store.Target;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.ViewTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/**
 * One kind of target: everything that differs from kind to kind, from the options to the opened store. Stateless and
 * thread-safe. The kinds that there are stand in {@link dev.velella.sink.options.TargetTypes}.
 * A configuration that is handed over has the options of all kinds.
 */
public interface TargetType {
    /** The option whose value is the name of the kind. */
    String OPTION = "target";

    /** Value of {@link #OPTION}. */
    String name();

    /** The store in a sentence of the documentation, without its name. */
    String description();

    /** The options of the kind; a group that other kinds have too is the same object. */
    List<TargetOptionGroup> optionGroups();

    /**
     * Whether the store is in the worker. Such a store has one writer, its task, which can go back to a checkpoint and
     * can build the store again. If not, the store is on a server: several tasks and others may write to it.
     */
    boolean isInWorker();

    /** The option that says where the store is. */
    String placeOption();

    /**
     * Where the store is, without secrets.
     *
     * @throws org.apache.kafka.common.config.ConfigException if the configuration does not say it
     */
    String place(AbstractConfig config);

    /**
     * The problems of a configuration that each option by itself does not show: option to message. May open or contact
     * the store.
     */
    Map<String, String> problems(TargetCheck check);

    /**
     * Opens, or makes, the store for a task; a store on a server is contacted later.
     *
     * @param connector its name, under which offsets and chains are kept
     * @param rebuild whether an empty store takes the place of a damaged one, which is kept
     * @throws dev.velella.sink.error.StoreFailedException if it cannot be opened
     */
    Target open(AbstractConfig config, String connector, boolean rebuild);

    /**
     * The store for others than its task, while no task has it in the worker. Nothing is made where there is none.
     *
     * @param connector its name, under which offsets and chains are kept
     * @param terms the form that statements have in the store
     * @param timeout longest wait for a server
     * @throws dev.velella.sink.error.StoreInUseException if a task in a worker has it
     * @throws dev.velella.sink.error.StoreFailedException if there is none, or it cannot be opened
     */
    RepairableStore view(AbstractConfig config, String connector, ViewTerms terms, Duration timeout);

    /** What a task does if the store goes on not to answer, as sentences. */
    String withoutAnswer(AbstractConfig config);

    /**
     * How an operator lets a store be built again that topics can build, as sentences.
     *
     * @param rebuild the option, with its value, that allows it
     */
    String rebuildAdvice(AbstractConfig config, String rebuild);
}
