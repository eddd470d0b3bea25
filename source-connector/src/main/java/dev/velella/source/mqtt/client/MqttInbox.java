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
 * What was received from the broker and is not yet acknowledged: first waiting to be taken, then under way to Kafka.
 *
 * <p>Every message that was received is given out once, in the order in which it came, also if its connection is gone:
 * the broker may have lost the session. When a resumed session brings it again (DUP), it is recognised by its fingerprint
 * and left out, and the new one is acknowledged when Kafka has the first. Messages without DUP are never compared.
 *
 * <p>Thread-safe. Written by the session, read by the task, settled by threads of the producer.
 */
public final class MqttInbox {
    private final int mostMessages;
    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Delivery> waiting = new ArrayDeque<>();
    private final RecentDeliveries recent;
    private final MqttCounts counts;

    /**
     * In the order in which they came, from the first that is not settled on: the broker hears of a message after those that
     * came before it.
     */
    private final Deque<Delivery> inOrder = new ArrayDeque<>();

    /** Of these, those that are settled. */
    private int heldUp;

    /** The connection that is there or was there last, from 1. */
    private int connection;

    private boolean resumed;
    private long messages;
    private long bytes;
    private @Nullable String failure;
    private boolean closed;
    private boolean woken;
    private @Nullable Runnable whenHalfEmpty;

    /**
     * An inbox without messages.
     *
     * @param mostMessages limit of messages that are not settled
     * @param mostBytes limit of their bytes
     * @param window settled messages that are remembered
     * @param known fingerprints of the messages of former tasks that Kafka has, in their order
     */
    public MqttInbox(int mostMessages, long mostBytes, int window, long[] known, MqttCounts counts) {
        this.mostMessages = mostMessages;
        this.mostBytes = mostBytes;
        this.counts = counts;
        // Those that came again and are not known come before others that are: none of these is forgotten before its
        // turn.
        recent = new RecentDeliveries(window == 0 ? 0 : window + known.length);
        for (long fingerprint : known) {
            recent.add(new Delivery(fingerprint));
        }
    }

    /** What it counts. */
    MqttCounts counts() {
        return counts;
    }

    /** A new connection is begun; nothing of the former ones can be acknowledged any more. */
    int connecting() {
        lock.lock();
        try {
            resumed = false;
            return ++connection;
        } finally {
            lock.unlock();
        }
    }

    /** The broker has accepted the connection; what it sends now is of a session that it kept, or of a new one. */
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
     * @param from the connection that it came in
     * @return whether there is more than agreed now, and the connection should pause
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

    /** The connection may end at the same moment; the message then comes again. */
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

    /** The connection cannot be had; the task is to end when it has taken what was received. */
    void failed(String reason) {
        lock.lock();
        try {
            failure = reason;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Runs an action once, as soon as no more than half of what is agreed is left. */
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
     * The next messages; empty if none came in time, or {@link #wake} was called.
     *
     * @param most how many at most
     * @param patience how long to wait for the first
     * @throws MqttRefusedException if there is none, and will be none
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

    /** Kafka has it, or it is to be left out: the broker is told, if the connection in which it came is still there. */
    public void settle(Delivery delivery) {
        Runnable acknowledgement = null;
        lock.lock();
        try {
            if (delivery.settle()) {
                messages--;
                bytes -= delivery.bytes();
                publishLevel();
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

    /** Messages that Kafka has, and of which the broker cannot hear because it has to hear of another one before. */
    public int heldUp() {
        lock.lock();
        try {
            return heldUp;
        } finally {
            lock.unlock();
        }
    }

    /** Whoever waits in {@link #take}, or comes to wait next, goes on at once. */
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits in {@link #take} from now on. */
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
