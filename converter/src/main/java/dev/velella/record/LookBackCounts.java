package dev.velella.record;

import java.util.Map;

/**
 * Counts of a {@link LookBack} since it was made. Immutable.
 *
 * @param outcomes number of look-backs by outcome; the map has all outcomes as keys
 * @param remembered number of look-backs that were answered from memory, without reading; {@code outcomes} contains
 *     them
 * @param records number of records that were read
 * @param bytes sum of the lengths of the records' values
 */
public record LookBackCounts(Map<LookBackOutcome, Long> outcomes, long remembered, long records, long bytes) {
    public LookBackCounts {
        outcomes = Map.copyOf(outcomes);
    }

    /** Number of look-backs with an outcome. */
    public long of(LookBackOutcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }
}
