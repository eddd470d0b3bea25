package dev.velella.diff.compare;

import dev.velella.rdf.TakenRows;

/**
 * Says for each row of an element in which slot of a {@link StreamGraph} its statement is. If rows of the next element were
 * copied from this one, their statements are in the same slots, and need not be compared.
 *
 * <p>Holds as long as the graph does not change. Immutable.
 */
final class RowSlots {
    /** In place of a slot: the row has no statement in the graph, because it was left out. */
    static final int LEFT_OUT = -1;

    private final Object table;
    private final boolean isNamed;
    private final int[] slots;

    /**
     * @param table identity of the element's table
     * @param isNamed whether default-graph statements of the element are about its graph name
     * @param slots by row: the slot, or {@link #LEFT_OUT}; belongs to this object
     */
    RowSlots(Object table, boolean isNamed, int[] slots) {
        this.table = table;
        this.isNamed = isNamed;
        this.slots = slots;
    }

    /**
     * Whether copied rows of another element have the slots of this object.
     *
     * @param isOtherNamed whether default-graph statements of the other element are about its graph name
     */
    boolean fit(TakenRows taken, boolean isOtherNamed) {
        return isNamed == isOtherNamed && taken.areOf(table);
    }

    /** The slot of a row, or {@link #LEFT_OUT}. */
    int of(int row) {
        return slots[row];
    }
}
