package dev.velella.record;

/**
 * The result of a look-back, with its explanation. Immutable.
 *
 * @param outcome kind of result
 * @param message one sentence for people, without the record's place: the finding, and advice if something can be done.
 *     Holds no secrets
 * @param keyFrame offset of the key frame to which the record belongs; -1 unless the outcome is {@code RESTORED}
 * @param isTrimmed whether the key frame stood before the beginning of the log: retention, or somebody who deleted
 *     records, has removed it
 * @param isRepeat whether a record with the same header, thus the same record, was read before this one
 */
public record LookBackResult(
        LookBackOutcome outcome, String message, long keyFrame, boolean isTrimmed, boolean isRepeat) {
    static LookBackResult restored(long keyFrame, boolean isRepeat) {
        return new LookBackResult(
                LookBackOutcome.RESTORED, "restored from offset " + keyFrame + " on", keyFrame, false, isRepeat);
    }

    static LookBackResult without(LookBackOutcome outcome, String message) {
        return new LookBackResult(outcome, message, -1, false, false);
    }

    static LookBackResult trimmed(String message) {
        return new LookBackResult(LookBackOutcome.OUT_OF_REACH, message, -1, true, false);
    }

    /** Whether the record can now be decoded. */
    public boolean isRestored() {
        return outcome == LookBackOutcome.RESTORED;
    }
}
