package dev.velella.sink.versions;

import java.util.Optional;

/**
 * The place of a store in its history: the number of its last commit and the id of the history. The store keeps it in a
 * row of its system graph, in the transaction of the commit.
 *
 * @param commit number of the last commit; commits without a history do not count
 * @param id id of the history; empty if the store was changed without a history since
 */
public record HistoryPlace(long commit, String id) {
    /** The place of a store that never had a history. */
    public static final HistoryPlace NONE = new HistoryPlace(0, "");

    /** Whether the store is at a commit of a history. */
    public boolean isKept() {
        return !id.isEmpty();
    }

    /** Reads the text of a row. */
    public static HistoryPlace parse(Optional<String> row) {
        if (row.isEmpty()) {
            return NONE;
        }
        String[] parts = row.get().split("@", 2);
        return new HistoryPlace(Long.parseLong(parts[0]), parts.length > 1 ? parts[1] : "");
    }

    /** Text of the row. */
    public String format() {
        return id.isEmpty() ? Long.toString(commit) : commit + "@" + id;
    }

    /** The same commit, of no history. */
    public HistoryPlace ended() {
        return new HistoryPlace(commit, "");
    }
}
