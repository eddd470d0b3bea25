package dev.velella.source.mqtt;

import java.util.Arrays;

/**
 * Makes the offsets of the messages of a task, in the order of their records. Offsets share arrays, which are filled from the
 * front and replaced when they are full, so that an offset costs no more than itself. Not thread-safe.
 *
 * <p>An offset has the fingerprints of all messages that Kafka has and that may come again. Where messages become records in
 * the order in which they came, these are the last ones, as many as the window has: no more can be unacknowledged. A message
 * that has overtaken others can have twice as many records behind it while it is unacknowledged: those of messages that came
 * after it, and those of messages that it has overtaken. So offsets have twice as many fingerprints then.
 */
final class MqttOffsets {
    private final int window;

    /** Most fingerprints of an offset. */
    private final int reach;

    /** Up to this number of messages there may be one that has overtaken others and is not acknowledged. */
    private long overtakenUntil;

    private long messages;
    private long[] fingerprints;
    private int end;

    /**
     * Goes on from an offset.
     *
     * @param window fingerprints of an offset while no message has overtaken others; at least as many messages as are
     *     unacknowledged together
     */
    MqttOffsets(MqttOffset stored, int window) {
        this.window = window;
        reach = 2 * window;
        messages = stored.messages();
        long[] recent = stored.recent();
        int kept = Math.min(reach, recent.length);
        overtakenUntil = recent.length > window ? messages + reach : 0;
        fingerprints = Arrays.copyOfRange(recent, recent.length - kept, recent.length - kept + capacity());
        end = kept;
    }

    private int capacity() {
        return 2 * reach + 1;
    }

    /**
     * The offset of the next message.
     *
     * @param overtaken whether messages that came later may have had theirs before
     */
    MqttOffset next(long fingerprint, boolean overtaken) {
        messages++;
        if (overtaken) {
            overtakenUntil = messages + reach;
        }
        if (window == 0) {
            return new MqttOffset(messages, fingerprints, 0, 0);
        }
        if (end == fingerprints.length) {
            fingerprints = Arrays.copyOfRange(fingerprints, end - reach, end - reach + capacity());
            end = reach;
        }
        fingerprints[end++] = fingerprint;
        int kept = messages <= overtakenUntil ? reach : window;
        return new MqttOffset(messages, fingerprints, Math.max(0, end - kept), end);
    }
}
