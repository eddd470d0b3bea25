package dev.velella.status.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A topic of the pipeline. Immutable.
 *
 * @param name name of the topic
 * @param role graphs, patches, snapshots, dictionaries or dead letters
 * @param partitions number of partitions; 0 if there is no such topic
 * @param records offsets between begin and end, markers of transactions included
 * @param newest timestamp of the newest record that was seen; null if none was
 * @param form dictionary, key frames, self-contained or other; empty if no record was seen
 * @param words headers of the newest record that tell why it was refused; empty if it is no dead letter
 * @param cleanup values of {@code cleanup.policy} of a topic of dictionaries; empty if unknown, and of other topics
 * @param spans begin and end of each partition
 */
public record TopicState(
        String name,
        String role,
        int partitions,
        long records,
        @Nullable Long newest,
        String form,
        String words,
        List<String> cleanup,
        @JsonIgnore Map<Integer, Bounds> spans) {
    /** Role of a topic of dictionaries. */
    public static final String DICTIONARIES = "dictionaries";

    /** Form of a record that builds on a dictionary. */
    public static final String ON_DICTIONARY = "dictionary";

    public TopicState {
        cleanup = List.copyOf(cleanup);
        spans = Map.copyOf(spans);
    }

    /**
     * Part of a partition that can be read.
     *
     * @param begin first offset of the log
     * @param end offset after the last record; markers of transactions behind it are left out, as far as they are known
     */
    public record Bounds(long begin, long end) {}
}
