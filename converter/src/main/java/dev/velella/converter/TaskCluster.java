package dev.velella.converter;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.record.dictionary.DictionaryOptions;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the converter how the task of this thread reaches the cluster, so that the converter can read and write
 * dictionaries there. A task of Velella, of a source or a sink, says this itself with its options {@code kafka.*}, so
 * that nobody has to repeat them among the options of the task's converter. While a dictionary cannot be read, a sink
 * task takes the bytes of the record and reads them itself as soon as it can. It works by thread, as {@link Envelopes}
 * do: Connect starts a task, converts its records and stops it on one thread.
 *
 * <p>Every method is about the calling thread.
 */
public final class TaskCluster {
    private static final Told NOTHING = new Told(Map.of(), null, () -> true);
    private static final ThreadLocal<Told> TOLD = ThreadLocal.withInitial(() -> NOTHING);

    /** The access of a task, its topic of dictionaries, and whether it is proven; see {@link #tell}. */
    private record Told(Map<String, Object> client, @Nullable String topic, BooleanSupplier proven) {}

    private TaskCluster() {}

    /**
     * The task of this thread reaches its cluster with these options until {@link #forget}. To be called at the start of
     * the task.
     *
     * @param options all options of the connector; without {@code kafka.bootstrap.servers} the task reaches no cluster
     */
    public static void tell(Map<String, String> options) {
        tell(options, () -> true);
    }

    /**
     * As {@link #tell(Map)}, for a task that writes records.
     *
     * @param proven whether it is proven, or cannot be proven, that the worker writes the records to this cluster. As long
     *     as it is not, the converter writes no dictionaries: in another cluster no reader of the records would find them
     */
    public static void tell(Map<String, String> options, BooleanSupplier proven) {
        TOLD.set(new Told(ClusterOptions.clientProperties(options), dictionariesTopic(options), proven));
    }

    /** The task of this thread has ended. The next task on this thread may belong to another connector. */
    public static void forget() {
        TOLD.remove();
    }

    /**
     * The topic from which a task reads dictionaries: as its converter, if the connector has the option of the converter.
     *
     * @param options all options of the connector
     */
    public static String dictionariesTopic(Map<String, String> options) {
        return options.getOrDefault(
                "value.converter." + DictionaryOptions.TOPIC.name(), DictionaryOptions.DEFAULT_TOPIC);
    }

    /**
     * Whether the task of this thread reads records that come as bytes and build on dictionaries of a topic. It does not
     * if the worker has told its converter another topic.
     */
    static boolean readsBytes(String dictionariesTopic) {
        Told told = TOLD.get();
        return !told.client.isEmpty() && dictionariesTopic.equals(told.topic);
    }

    /** Properties of a Kafka client; empty if nothing is known. */
    static Map<String, Object> client() {
        return TOLD.get().client;
    }

    /** Whether dictionaries may be written with {@link #client}; may be asked by any thread, also after the task's end. */
    static BooleanSupplier proven() {
        return TOLD.get().proven;
    }
}
