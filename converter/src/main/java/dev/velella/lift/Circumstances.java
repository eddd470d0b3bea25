package dev.velella.lift;

import org.jspecify.annotations.Nullable;

/** The parts of a record besides key and value that a template may ask for: topic, partition, headers and so on. */
interface Circumstances {
    /**
     * The text of a circumstance; null if the record has none.
     *
     * @param name of the header, or number of the level; empty for the other sources
     */
    @Nullable
    String text(Hole.Source source, String name);
}
