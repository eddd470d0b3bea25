package dev.velella.record;

/**
 * What a look-back found. Immutable.
 *
 * @param outcome how it ended
 * @param message one sentence without the record's place, for people: what was found, and what to do where there is
 *     something to do. Holds no secrets
 * @param keyFrame offset of the key frame to which the record belongs; -1 unless the outcome is {@code RESTORED}
 */
public record LookBackResult(LookBackOutcome outcome, String message, long keyFrame) {
    static LookBackResult restored(long keyFrame) {
        return new LookBackResult(LookBackOutcome.RESTORED, "restored from offset " + keyFrame + " on", keyFrame);
    }

    static LookBackResult without(LookBackOutcome outcome, String message) {
        return new LookBackResult(outcome, message, -1);
    }

    /** Whether the record can now be decoded. */
    public boolean isRestored() {
        return outcome == LookBackOutcome.RESTORED;
    }
}
