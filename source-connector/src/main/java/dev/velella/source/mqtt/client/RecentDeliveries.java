package dev.velella.source.mqtt.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages received last, by fingerprint. If there are more than the limit, the oldest settled messages are
 * forgotten; unsettled messages stay. Not thread-safe.
 */
final class RecentDeliveries {
    private final int most;
    private final Deque<Delivery> inOrder = new ArrayDeque<>();
    private final Map<Long, Deque<Delivery>> byFingerprint = new HashMap<>();

    /** @param most limit of the messages; with 0 no message is remembered */
    RecentDeliveries(int most) {
        this.most = most;
    }

    void add(Delivery delivery) {
        if (most == 0) {
            return;
        }
        inOrder.add(delivery);
        byFingerprint
                .computeIfAbsent(delivery.fingerprint(), f -> new ArrayDeque<>(1))
                .add(delivery);
        while (inOrder.size() > most && inOrder.element().settled()) {
            forget(inOrder.remove());
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
