package dev.velella.source.mqtt.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The messages that were received from the broker and are not yet acknowledged. A message first waits to be taken, then
 * it is under way to Kafka.
 *
 * <p>The inbox gives out every received message once, in the order in which it came, also if its connection is gone:
 * the broker may have lost the session. When a resumed session sends a message again (DUP), the inbox recognises it by
 * its fingerprint and leaves it out. The re-delivery is acknowledged when Kafka has the first delivery. Messages
 * without DUP are never compared.
 *
 * <p>Thread-safe. The session writes, the task reads, and threads of the producer settle.
 */
public final class MqttInbox {
    private final int mostMessages;
    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Delivery> waiting = new ArrayDeque<>();

    /**
     * Messages of QoS 1 and 2, of this task and of former tasks. If the broker sends a message again, the inbox finds
     * the first delivery here.
     */
    private final RecentDeliveries recent;

    private final MqttCounts counts;

    /**
     * Messages in the order in which they came, from the first unsettled message on: the broker gets the
     * acknowledgements in this order.
     */
    private final Deque<Delivery> inOrder = new ArrayDeque<>();

    /** Number of settled messages in {@link #inOrder}. */
    private int heldUp;

    /** Number of the current or last connection, from 1. */
    private int connection;

    private boolean resumed;
    private long messages;
    private long bytes;
    private @Nullable String failure;
    private boolean closed;
    private boolean woken;
    private @Nullable Runnable whenHalfEmpty;

    /**
     * Creates an inbox without messages.
     *
     * @param mostMessages limit of unsettled messages
     * @param mostBytes limit of their bytes
     * @param remembers whether the inbox recognises and leaves out messages that the broker sends again
     * @param known fingerprints of the messages of former tasks that Kafka has, in their order
     */
    public MqttInbox(int mostMessages, long mostBytes, boolean remembers, long[] known, MqttCounts counts) {
        this.mostMessages = mostMessages;
        this.mostBytes = mostBytes;
        this.counts = counts;
        recent = new RecentDeliveries(remembers ? RecentDeliveries.MOST_SETTLED : 0);
        for (long fingerprint : known) {
            Delivery delivery = new Delivery(fingerprint);
            recent.add(delivery);
            recent.settled(delivery);
        }
    }

    /** The counts that this inbox updates. */
    MqttCounts counts() {
        return counts;
    }

    /** Begins a new connection and returns its number. Messages of former connections can no longer be acknowledged. */
    int connecting() {
        lock.lock();
        try {
            resumed = false;
            return ++connection;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The broker has accepted the connection. Its next messages belong to a session that it kept, or to a new session.
     */
    void connected(boolean sessionPresent) {
        lock.lock();
        try {
            resumed = sessionPresent;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a message.
     *
     * @param from number of the connection that it came in
     * @return whether the inbox is above a limit now, so that the connection should pause
     */
    boolean received(int from, MqttMessage message) {
        Runnable acknowledgement = null;
        lock.lock();
        try {
            counts.received(message);
            if (message.qos() == 0 && isFull()) {
                counts.dropped.incrementAndGet();
                return false;
            }
            long fingerprint = Fingerprint.of(message);
            Delivery earlier =
                    message.duplicate() && resumed && from == connection ? recent.before(from, fingerprint) : null;
            if (earlier != null) {
                counts.redelivered.incrementAndGet();
                earlier.cameAgain(message.acknowledgement(), from);
                acknowledgement = earlier.settled() ? earlier.takeAcknowledgement() : null;
            } else {
                Delivery delivery = new Delivery(message, fingerprint, from);
                messages++;
                bytes += delivery.bytes();
                waiting.add(delivery);
                if (message.qos() > 0) {
                    recent.add(delivery);
                    inOrder.add(delivery);
                }
                changed.signalAll();
            }
            publishLevel();
            return messages > mostMessages || bytes > mostBytes;
        } finally {
            lock.unlock();
            acknowledge(acknowledgement);
        }
    }

    /** Acknowledges a message that is not for the task. */
    void leaveOut(MqttMessage message) {
        counts.received(message);
        acknowledge(message.qos() > 0 ? message.acknowledgement() : null);
    }

    /** Sends an acknowledgement. If the connection ends at the same moment, the broker sends the message again. */
    private void acknowledge(@Nullable Runnable acknowledgement) {
        if (acknowledgement != null) {
            try {
                acknowledgement.run();
                counts.acknowledged.incrementAndGet();
            } catch (RejectedExecutionException e) {
                counts.acknowledgedInVain.incrementAndGet();
            }
        }
    }

    private boolean isFull() {
        return messages >= mostMessages || bytes >= mostBytes;
    }

    /** Reports that there will be no connection. The task ends after it has taken all received messages. */
    void failed(String reason) {
        lock.lock();
        try {
            failure = reason;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Runs an action once, as soon as messages and bytes are at most half of their limits. */
    void whenHalfEmpty(Runnable action) {
        lock.lock();
        try {
            whenHalfEmpty = action;
        } finally {
            lock.unlock();
        }
        runWhenHalfEmpty();
    }

    private void runWhenHalfEmpty() {
        Runnable action = null;
        lock.lock();
        try {
            if (messages <= mostMessages / 2 && bytes <= mostBytes / 2) {
                action = whenHalfEmpty;
                whenHalfEmpty = null;
            }
        } finally {
            lock.unlock();
        }
        if (action != null) {
            action.run();
        }
    }

    /**
     * Takes the next messages; empty if none came in time, or {@link #wake} was called.
     *
     * @param most most messages to take
     * @param patience longest wait for the first message
     * @throws MqttRefusedException if there is no message, and will be none
     */
    public List<Delivery> take(int most, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (waiting.isEmpty() && failure == null && !closed && !woken && left > 0) {
                left = changed.awaitNanos(left);
            }
            woken = false;
            if (waiting.isEmpty() && failure != null) {
                throw new MqttRefusedException(failure);
            }
            List<Delivery> taken = new ArrayList<>(Math.min(most, waiting.size()));
            while (taken.size() < most && !waiting.isEmpty()) {
                taken.add(waiting.remove());
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Kafka has the message, or the message is skipped. Acknowledges it, if the connection in which it came is still
     * there.
     */
    public void settle(Delivery delivery) {
        Runnable acknowledgement = null;
        lock.lock();
        try {
            if (delivery.settle()) {
                messages--;
                bytes -= delivery.bytes();
                publishLevel();
                if (delivery.hasQos()) {
                    recent.settled(delivery);
                }
                countHeldUp(delivery);
                acknowledgement = delivery.takeAcknowledgement();
                if (delivery.connection() != connection) {
                    acknowledgement = null;
                }
            }
        } finally {
            lock.unlock();
        }
        acknowledge(acknowledgement);
        runWhenHalfEmpty();
    }

    private void countHeldUp(Delivery settled) {
        if (settled.hasQos()) {
            heldUp++;
        }
        for (Delivery first = inOrder.peek(); first != null && first.settled(); first = inOrder.peek()) {
            inOrder.remove();
            heldUp--;
        }
    }

    /**
     * Number of messages that Kafka has, but that cannot be acknowledged yet: the broker must get the acknowledgement
     * of an earlier message first.
     */
    public int heldUp() {
        lock.lock();
        try {
            return heldUp;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the current wait in {@link #take}, or the next wait if no thread waits now. */
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waiting in {@link #take}, now and later. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void publishLevel() {
        counts.level(messages, bytes);
    }
}
