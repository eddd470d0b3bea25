package dev.velella.diff.state;

import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.DiffSettings;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The options that decide what the graph of a stream is, and the numbers of partitions of several input topics, as they were
 * when the state of a task was begun. With other options
 * each stream would get another graph with its next element, and the silent streams would keep the old one: nobody could tell
 * what a store of them means. So a change is refused before anything is written. The state of an earlier version has no such
 * record; it gets that of the present options.
 *
 * <p>The record also has the format of the {@linkplain StateRecords records} of the state, so that a version that does not know
 * it refuses the state before it reads or writes any. Not thread-safe.
 */
public final class StoredMeaning {
    private static final Logger LOG = LoggerFactory.getLogger(StoredMeaning.class);

    private static final Bytes KEY = StateRecords.meaningKey();
    private static final String KEY_TEMPLATE = "key.template";
    private static final String PARTITIONS = "partitions of ";
    private static final String FORMAT = ".format";

    private final KeyValueStore<Bytes, byte[]> store;
    private final Map<String, String> present;

    /** Of an app that has more than graphs in its state. */
    private final Map<String, String> more;

    private boolean isStored;

    /**
     * @param settings the present options
     * @param inputs number of partitions of each input topic that must not change
     * @param more options that decide what else of the state means, and formats of it, with names that end in {@code .format}
     */
    public StoredMeaning(
            KeyValueStore<Bytes, byte[]> store,
            DiffSettings settings,
            Map<String, Integer> inputs,
            Map<String, String> more) {
        this.store = store;
        this.more = Map.copyOf(more);
        present = meaning(settings);
        present.putAll(more);
        present.put("state" + FORMAT, Integer.toString(StateRecords.FORMAT));
        inputs.forEach((topic, partitions) -> present.put(PARTITIONS + topic, Integer.toString(partitions)));
    }

    private static Map<String, String> meaning(DiffSettings settings) {
        GraphSettings graph = settings.graph();
        Map<String, String> options = new TreeMap<>(settings.keyTemplates());
        options.put("graph.policy", word(graph.policy()));
        if (graph.policy() == GraphPolicy.PER_STREAM) {
            options.put("graph.template", graph.template());
        } else if (graph.policy() == GraphPolicy.FIXED) {
            options.put("graph.fixed", String.valueOf(graph.fixed()));
        }
        options.put("temporal.statement", word(graph.temporal()));
        options.put("blank.nodes", word(settings.blankNodes().policy()));
        return options;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Compares the present options with those of the state, and the format of the state with the one that this version knows.
     *
     * @throws ConfigException if they differ; names the options, both values and the ways out
     */
    public void check() {
        byte[] stored = store.get(KEY);
        if (stored == null) {
            return;
        }
        Map<String, String> before = new TreeMap<>();
        new String(stored, StandardCharsets.UTF_8).lines().forEach(line -> {
            int equals = line.indexOf('=');
            before.put(line.substring(0, equals), line.substring(equals + 1));
        });
        before.forEach((name, format) -> {
            if (name.endsWith(FORMAT)) {
                checkFormat(format, present.getOrDefault(name, "none"));
            }
        });
        TreeSet<String> all = new TreeSet<>(before.keySet());
        all.addAll(present.keySet());
        for (String option : all) {
            boolean isOfTopic = option.startsWith(KEY_TEMPLATE + ".") && isReadBothTimes(before, option);
            String old = in(before, option, isOfTopic);
            String now = in(present, option, isOfTopic);
            if (!Objects.equals(old, now) && old != null && now != null) {
                throw new ConfigException(
                        option.startsWith(PARTITIONS)
                                ? "the input topic " + option.substring(PARTITIONS.length()) + " has " + now
                                        + " partitions and had " + old
                                        + " when the state of this application was begun:"
                                        + " streams would come in other partitions than those that hold their state. Begin"
                                        + " anew: " + DiffConfig.BEGIN_ANEW
                                : DiffConfig.PREFIX + option + " was " + old
                                        + " when the state of this application was begun, and is " + now + ": the "
                                        + what(option)
                                        + " of its streams would be others from their next element on. Set it back, or"
                                        + " begin anew: " + DiffConfig.BEGIN_ANEW);
            }
        }
        for (String option : before.keySet()) {
            if (option.startsWith(PARTITIONS) && !present.containsKey(option)) {
                LOG.warn(
                        "The topic {} was an input topic and is none now; its streams keep the graphs that they have",
                        option.substring(PARTITIONS.length()));
            }
        }
        isStored = before.keySet().containsAll(present.keySet());
        before.forEach(present::putIfAbsent); // of topics that are not read now
    }

    /**
     * Compares the format of something in the state with the one that this version knows.
     *
     * @throws ConfigException if they differ
     */
    public static void checkFormat(String found, String known) {
        if (!found.equals(known)) {
            throw new ConfigException("the state of this application has format " + found
                    + "; this version knows format " + known
                    + ". Another version of the app has written it: run that version, or begin anew: "
                    + DiffConfig.BEGIN_ANEW);
        }
    }

    private String what(String option) {
        return option.startsWith(KEY_TEMPLATE) ? "keys" : more.containsKey(option) ? "answers" : "graphs";
    }

    /** Whether a topic with a key template of its own was read, and is. One that is new has no streams yet. */
    private boolean isReadBothTimes(Map<String, String> before, String option) {
        String topic = PARTITIONS + option.substring(KEY_TEMPLATE.length() + 1);
        return before.containsKey(topic) && present.containsKey(topic);
    }

    /** A topic without a key template of its own has the general one. */
    private static @Nullable String in(Map<String, String> options, String option, boolean isOfTopic) {
        String value = options.get(option);
        return value == null && isOfTopic ? options.get(KEY_TEMPLATE) : value;
    }

    /** Stores the present options, once. To be called while a record is processed. */
    public void save() {
        if (!isStored) {
            StringBuilder text = new StringBuilder();
            present.forEach((option, value) ->
                    text.append(option).append('=').append(value).append('\n'));
            store.put(KEY, text.toString().getBytes(StandardCharsets.UTF_8));
            isStored = true;
        }
    }
}
