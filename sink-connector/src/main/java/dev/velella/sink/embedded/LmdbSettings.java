package dev.velella.sink.embedded;

/**
 * How an LMDB store is kept.
 *
 * @param indexes permutations of subject, predicate, object and context that statements are kept in, such as
 *     {@code spoc,posc,ospc}; without one that begins with each of s, p and o a removal would scan the store, and without one that begins with c so does a query of one graph
 * @param mapSizeBytes most bytes that the statements may take, and the values likewise
 * @param valueEvictionIntervalMs time after which the place of values that no statement has any more is used again
 */
public record LmdbSettings(String indexes, long mapSizeBytes, long valueEvictionIntervalMs) {
    /** What a task has that is not told otherwise. */
    public static final LmdbSettings DEFAULT = new LmdbSettings("spoc,posc,ospc,cspo", 64L << 30, 60_000);
}
