package dev.velella.record;

import java.util.Map;

/**
 * What a {@link LookBack} has done since it was made. Immutable.
 *
 * @param outcomes number of look-backs by how they ended; all keys are there
 * @param remembered look-backs among them that were answered from memory, without reading
 * @param records number of records read
 * @param bytes sum of the lengths of their values
 */
public record LookBackCounts(Map<LookBackOutcome, Long> outcomes, long remembered, long records, long bytes) {
    public LookBackCounts {
        outcomes = Map.copyOf(outcomes);
    }

    /** Number of look-backs that ended so. */
    public long of(LookBackOutcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }
}
