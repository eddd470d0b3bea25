package dev.velella.record;

/**
 * The result of a look-back, with its explanation. Immutable.
 *
 * @param outcome kind of result
 * @param message one sentence for people, without the record's place: the finding, and advice if something can be done.
 *     Holds no secrets
 * @param keyFrame offset of the key frame to which the record belongs; -1 unless the outcome is {@code RESTORED}
 * @param isTrimmed whether the key frame stood before the beginning of the log: retention, or somebody who deleted
 *     records, has removed it. A reader may then begin at the next key frame of the stream
 */
public record LookBackResult(LookBackOutcome outcome, String message, long keyFrame, boolean isTrimmed) {
    static LookBackResult restored(long keyFrame) {
        return new LookBackResult(
                LookBackOutcome.RESTORED, "restored from offset " + keyFrame + " on", keyFrame, false);
    }

    static LookBackResult without(LookBackOutcome outcome, String message) {
        return new LookBackResult(outcome, message, -1, false);
    }

    static LookBackResult trimmed(String message) {
        return new LookBackResult(LookBackOutcome.OUT_OF_REACH, message, -1, true);
    }

    /** Whether the record can now be decoded. */
    public boolean isRestored() {
        return outcome == LookBackOutcome.RESTORED;
    }
}
