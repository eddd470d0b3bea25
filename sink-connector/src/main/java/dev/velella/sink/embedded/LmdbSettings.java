package dev.velella.sink.embedded;

/**
 * The settings of an LMDB store.
 *
 * @param indexes indexes of the statements, each a permutation of subject, predicate, object and context, such as
 *     {@code spoc,posc,ospc}. There must be an index that begins with s, one with p and one with o, or else a removal
 *     scans the store; without an index that begins with c, a query of one graph scans the store
 * @param mapSizeBytes maximum size of the statements in bytes, and also of the values
 * @param valueEvictionIntervalMs time after which the space of unused values is reused, in ms
 */
public record LmdbSettings(String indexes, long mapSizeBytes, long valueEvictionIntervalMs) {
    /** The default settings. */
    public static final LmdbSettings DEFAULT = new LmdbSettings("spoc,posc,ospc,cspo", 64L << 30, 60_000);
}
