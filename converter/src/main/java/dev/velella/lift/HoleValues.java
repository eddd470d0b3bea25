package dev.velella.lift;

import org.jspecify.annotations.Nullable;

/**
 * The values of all holes of a template, by number: text and kind, both null for a hole that finds nothing. Belongs to the
 * filling of one record, which changes it from item to item.
 */
@SuppressWarnings("ArrayRecordComponent") // changed on purpose
record HoleValues(@Nullable String[] texts, @Nullable ValueKind[] kinds) {
    HoleValues(int holes) {
        this(new @Nullable String[holes], new @Nullable ValueKind[holes]);
    }

    void set(int hole, @Nullable String text, @Nullable ValueKind kind) {
        texts[hole] = text;
        kinds[hole] = kind;
    }
}
