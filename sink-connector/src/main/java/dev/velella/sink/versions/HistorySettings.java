package dev.velella.sink.versions;

/**
 * Whether a store keeps its history, and for how long.
 *
 * @param kept whether the history is kept
 * @param retentionMs time after which a commit may be forgotten, in ms
 */
public record HistorySettings(boolean kept, long retentionMs) {
    /** No history. */
    public static final HistorySettings NONE = new HistorySettings(false, 0);

    /** A history from which nothing is forgotten. */
    public static final HistorySettings FOR_EVER = new HistorySettings(true, Long.MAX_VALUE);

    /** The earliest time that must be kept, in ms since 1970. */
    public long horizonMs(long nowMs) {
        return retentionMs >= nowMs ? 0 : nowMs - retentionMs;
    }
}
