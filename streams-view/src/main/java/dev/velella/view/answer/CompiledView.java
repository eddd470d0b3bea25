package dev.velella.view.answer;

import dev.velella.view.data.Touch;
import dev.velella.view.definition.ColumnType;
import java.util.List;
import java.util.Map;

/** A view whose text was read, checked and joined with the static data. Immutable and thread-safe. */
public interface CompiledView {
    /** Which statements of a stream can change the answer. */
    Touch touch();

    /** Whether the answer depends on the time at which the view is asked. */
    default boolean readsNow() {
        return false;
    }

    /** Whether the answer depends on the answer before. */
    default boolean readsPrevious() {
        return false;
    }

    /** The columns of its rows and their types, in order; empty if it has no rows. */
    default Map<String, ColumnType> columns() {
        return Map.of();
    }

    /** The columns that tell the rows of one stream apart; empty if it has no rows. */
    default List<String> key() {
        return List.of();
    }

    /** What evaluates the view, for one thread. */
    Evaluation newEvaluation();
}
