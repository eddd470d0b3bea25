package dev.velella.source.mqtt.client;

import org.jspecify.annotations.Nullable;

/**
 * One message on its way to Kafka, over all times that the broker sends it. Its state is guarded by the
 * {@link MqttInbox} that made it.
 *
 * <p>It is settled when Kafka has what became of it; only then, and only in the connection in which it came last, it is
 * acknowledged. Where that connection is gone the broker sends it again.
 */
public final class Delivery {
    private final long fingerprint;
    private final long bytes;
    private final boolean hasQos;
    private @Nullable MqttMessage message;
    private @Nullable Runnable acknowledgement;
    private int connection;
    private boolean settled;

    /** A message that was just received. */
    Delivery(MqttMessage message, long fingerprint, int connection) {
        this.message = message;
        this.fingerprint = fingerprint;
        this.connection = connection;
        bytes = message.bytes();
        hasQos = message.qos() > 0;
        acknowledgement = message.qos() == 0 ? null : message.acknowledgement();
    }

    /** A message of a former task, which Kafka has. */
    Delivery(long fingerprint) {
        this.fingerprint = fingerprint;
        settled = true;
        bytes = 0;
        hasQos = true;
    }

    /**
     * The message; to be read once, when it is taken from the inbox.
     *
     * @throws IllegalStateException if it was read before
     */
    public MqttMessage message() {
        if (message == null) {
            throw new IllegalStateException("the message was read before");
        }
        MqttMessage read = message;
        message = null;
        return read;
    }

    /** What tells it from other messages, and is the same each time that it comes. */
    public long fingerprint() {
        return fingerprint;
    }

    long bytes() {
        return bytes;
    }

    /** Whether the broker waits to hear of it. */
    boolean hasQos() {
        return hasQos;
    }

    boolean settled() {
        return settled;
    }

    int connection() {
        return connection;
    }

    /** It came again. */
    void cameAgain(Runnable newAcknowledgement, int newConnection) {
        acknowledgement = newAcknowledgement;
        connection = newConnection;
    }

    /** Kafka has it; false if it was known. */
    boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }

    /** What acknowledges it, to be run once; null where there is nothing to acknowledge. */
    @Nullable
    Runnable takeAcknowledgement() {
        Runnable taken = acknowledgement;
        acknowledgement = null;
        return taken;
    }
}
