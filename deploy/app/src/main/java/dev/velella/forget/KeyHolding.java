package dev.velella.forget;

import org.jspecify.annotations.Nullable;

/**
 * The records of one key in one partition.
 *
 * @param values number of records with a value
 * @param tombstones number of records without a value
 * @param firstOffset offset of the first record with a value; -1 if there is none
 * @param newestMs largest timestamp of the records with a value, in ms since 1970; -1 if there is none
 * @param lastOffset offset of the last record of the key
 * @param endsWithTombstone whether the last record has no value
 * @param tombstoneMs timestamp of the last tombstone, in ms since 1970; null if there is none
 */
public record KeyHolding(
        String topic,
        int partition,
        long values,
        long tombstones,
        long firstOffset,
        long newestMs,
        long lastOffset,
        boolean endsWithTombstone,
        @Nullable Long tombstoneMs) {

    /** A partition without a record of the key. */
    static KeyHolding none(String topic, int partition) {
        return new KeyHolding(topic, partition, 0, 0, -1, -1, -1, false, null);
    }

    /** Whether there is any record of the key. */
    public boolean isAny() {
        return values + tombstones > 0;
    }

    KeyHolding with(long offset, long timestampMs, boolean isTombstone) {
        return new KeyHolding(
                topic,
                partition,
                values + (isTombstone ? 0 : 1),
                tombstones + (isTombstone ? 1 : 0),
                isTombstone || firstOffset >= 0 ? firstOffset : offset,
                isTombstone ? newestMs : Math.max(newestMs, timestampMs),
                offset,
                isTombstone,
                isTombstone ? Long.valueOf(timestampMs) : tombstoneMs);
    }
}
