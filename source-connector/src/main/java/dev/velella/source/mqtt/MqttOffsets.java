package dev.velella.source.mqtt;

import java.util.Arrays;

/**
 * Creates the offsets of the messages of a task, in the order of their records. The offsets share arrays to save
 * memory. An array is filled from the front, and replaced when it is full. Not thread-safe.
 *
 * <p>An offset has the fingerprints of all messages that Kafka has and that the broker may deliver again:
 *
 * <ul>
 *   <li>If messages become records in the order in which they came, these are the last messages, as many as the window
 *       has: no more messages can be unacknowledged, if the broker keeps to the limit that it was told.
 *   <li>A message that other messages have overtaken can have twice as many records after it while it is
 *       unacknowledged. So offsets have twice as many fingerprints then.
 * </ul>
 */
final class MqttOffsets {
    private final int window;

    /** Most fingerprints of an offset. */
    private final int reach;

    /**
     * Number of messages up to which offsets need twice the fingerprints, because an overtaken message may be
     * unacknowledged.
     */
    private long overtakenUntil;

    private long messages;
    private long[] fingerprints;
    private int end;

    /**
     * Goes on from an offset.
     *
     * @param window number of fingerprints of an offset while no message has overtaken others; at least the number of
     *     messages that can be unacknowledged together
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
     * @param overtaken whether later messages may have got their offsets before this message
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
