package dev.velella.source;

import java.util.Arrays;

/**
 * Makes the offsets of the messages of a task, in their order. Offsets share arrays, which are filled from the front and
 * replaced when they are full, so that an offset costs no more than itself. Not thread-safe.
 */
final class MqttOffsets {
    private final int window;
    private long messages;
    private long[] fingerprints;
    private int end;

    /**
     * Goes on from an offset.
     *
     * @param window most fingerprints of an offset
     */
    MqttOffsets(MqttOffset stored, int window) {
        this.window = window;
        messages = stored.messages();
        long[] recent = stored.recent();
        int kept = Math.min(window, recent.length);
        fingerprints = Arrays.copyOfRange(recent, recent.length - kept, recent.length - kept + capacity());
        end = kept;
    }

    private int capacity() {
        return 2 * window + 1;
    }

    /** The offset of the next message. */
    MqttOffset next(long fingerprint) {
        messages++;
        if (window == 0) {
            return new MqttOffset(messages, fingerprints, 0, 0);
        }
        if (end == fingerprints.length) {
            fingerprints = Arrays.copyOfRange(fingerprints, end - window, end - window + capacity());
            end = window;
        }
        fingerprints[end++] = fingerprint;
        return new MqttOffset(messages, fingerprints, Math.max(0, end - window), end);
    }
}
