package dev.velella.lift;

import org.jspecify.annotations.Nullable;

/** What a template may ask of a record besides its value: topic, partition, headers and so on. */
interface Circumstances {
    /**
     * The text of a circumstance; null if the record has none.
     *
     * @param name of the header, or number of the level; empty for the other sources
     */
    @Nullable
    String text(Hole.Source source, String name);
}
