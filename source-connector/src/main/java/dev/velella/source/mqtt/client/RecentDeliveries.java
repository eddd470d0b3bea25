package dev.velella.source.mqtt.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages that the broker may send again, by fingerprint: all unsettled messages, and the messages that were settled
 * last. A settled message belongs here because the broker may not have read its acknowledgement when a connection ends.
 * Not thread-safe.
 */
final class RecentDeliveries {
    /**
     * Most settled messages that are remembered. A broker waits for at most this many acknowledgements, and gets them in
     * the order of the messages. So a message that is forgotten here cannot come again.
     */
    static final int MOST_SETTLED = MqttOptions.MAX_UNACKNOWLEDGED;

    private final int mostSettled;
    private final Deque<Delivery> settled = new ArrayDeque<>();
    private final Map<Long, Deque<Delivery>> byFingerprint = new HashMap<>();

    /** @param mostSettled limit of the settled messages; with 0 no message is remembered */
    RecentDeliveries(int mostSettled) {
        this.mostSettled = mostSettled;
    }

    /** Remembers a message until it is settled, and then until enough others are settled. */
    void add(Delivery delivery) {
        if (mostSettled > 0) {
            byFingerprint
                    .computeIfAbsent(delivery.fingerprint(), f -> new ArrayDeque<>(1))
                    .add(delivery);
        }
    }

    /** The message, which was added before, is now settled. It may push out the message that was settled first. */
    void settled(Delivery delivery) {
        if (mostSettled > 0) {
            settled.add(delivery);
            if (settled.size() > mostSettled) {
                forget(settled.remove());
            }
        }
    }

    private void forget(Delivery delivery) {
        Deque<Delivery> equals = byFingerprint.get(delivery.fingerprint());
        if (equals != null) {
            equals.remove(delivery);
            if (equals.isEmpty()) {
                byFingerprint.remove(delivery.fingerprint());
            }
        }
    }

    /**
     * The oldest equal message that has not come in this connection; null if there is none. Each earlier message
     * matches only one re-delivery. Example: the broker sends two equal messages again, and only one of them was
     * received before; the other one is then kept.
     */
    @Nullable
    Delivery before(int connection, long fingerprint) {
        Deque<Delivery> equals = byFingerprint.get(fingerprint);
        if (equals == null) {
            return null;
        }
        for (Iterator<Delivery> each = equals.iterator(); each.hasNext(); ) {
            Delivery delivery = each.next();
            if (delivery.connection() < connection) {
                return delivery;
            }
        }
        return null;
    }
}
