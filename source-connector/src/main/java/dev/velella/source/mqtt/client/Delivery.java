package dev.velella.source.mqtt.client;

import org.jspecify.annotations.Nullable;

/**
 * One message on its way to Kafka, including all times that the broker sends it. The {@link MqttInbox} that created it
 * guards its state.
 *
 * <p>A delivery is settled when Kafka has its record or dead letter, or when the message is skipped. Only then is the
 * message acknowledged, and only in the connection in which it came last. If that connection is gone, the broker sends
 * the message again.
 */
public final class Delivery {
    private final long fingerprint;
    private final long bytes;
    private final boolean hasQos;
    private @Nullable MqttMessage message;
    private @Nullable Runnable acknowledgement;
    private int connection;
    private boolean settled;

    /** Creates the delivery of a message that was just received. */
    Delivery(MqttMessage message, long fingerprint, int connection) {
        this.message = message;
        this.fingerprint = fingerprint;
        this.connection = connection;
        bytes = message.bytes();
        hasQos = message.qos() > 0;
        acknowledgement = message.qos() == 0 ? null : message.acknowledgement();
    }

    /** Creates the delivery of a former task's message that Kafka already has. */
    Delivery(long fingerprint) {
        this.fingerprint = fingerprint;
        settled = true;
        bytes = 0;
        hasQos = true;
    }

    /**
     * The message. Call this once, when the delivery is taken from the inbox; the delivery then forgets the message.
     *
     * @throws IllegalStateException if it was called before
     */
    public MqttMessage message() {
        if (message == null) {
            throw new IllegalStateException("the message was read before");
        }
        MqttMessage read = message;
        message = null;
        return read;
    }

    /** The identity of the message, equal each time that the broker sends the message. */
    public long fingerprint() {
        return fingerprint;
    }

    long bytes() {
        return bytes;
    }

    /** Whether the broker waits for an acknowledgement (QoS 1 or 2). */
    boolean hasQos() {
        return hasQos;
    }

    boolean settled() {
        return settled;
    }

    int connection() {
        return connection;
    }

    /** The broker sent the message again, in a new connection. */
    void cameAgain(Runnable newAcknowledgement, int newConnection) {
        acknowledgement = newAcknowledgement;
        connection = newConnection;
    }

    /** Marks the delivery as settled; false if it was settled before. */
    boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }

    /** The action that acknowledges the message, to be run once; null if there is nothing to acknowledge. */
    @Nullable
    Runnable takeAcknowledgement() {
        Runnable taken = acknowledgement;
        acknowledgement = null;
        return taken;
    }
}
