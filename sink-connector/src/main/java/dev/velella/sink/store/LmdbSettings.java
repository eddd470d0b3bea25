package dev.velella.sink.store;

/**
 * How an LMDB store is kept.
 *
 * @param indexes permutations of subject, predicate, object and context that statements are kept in, such as
 *     {@code spoc,posc,ospc}; those three are needed to write
 * @param mapSizeBytes most bytes that the statements may take, and the values likewise
 * @param valueEvictionIntervalMs time after which the place of values that no statement has any more is used again
 */
public record LmdbSettings(String indexes, long mapSizeBytes, long valueEvictionIntervalMs) {
    /** What a task has that is not told otherwise. */
    public static final LmdbSettings DEFAULT = new LmdbSettings("spoc,posc,ospc", 64L << 30, 60_000);
}
