package dev.velella.source.mqtt.client;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of a task since it was started. Any thread may read them at any time. */
public final class MqttCounts {
    final AtomicLong messages = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong redelivered = new AtomicLong();
    final AtomicLong acknowledged = new AtomicLong();
    final AtomicLong acknowledgedInVain = new AtomicLong();
    final AtomicLong dropped = new AtomicLong();
    final AtomicLong connections = new AtomicLong();
    final AtomicLong pauses = new AtomicLong();
    final AtomicLong connected = new AtomicLong();
    private final AtomicLong unsettled = new AtomicLong();
    private final AtomicLong unsettledBytes = new AtomicLong();

    void received(MqttMessage message) {
        messages.incrementAndGet();
        bytes.addAndGet(message.payload().length);
    }

    void level(long messagesNow, long bytesNow) {
        unsettled.set(messagesNow);
        unsettledBytes.set(bytesNow);
    }

    /** Messages received, including re-deliveries. */
    public long messages() {
        return messages.get();
    }

    /** Bytes of the payloads of all messages received. */
    public long bytes() {
        return bytes.get();
    }

    /** Messages that the broker sent again and the task left out. */
    public long redelivered() {
        return redelivered.get();
    }

    /** Messages acknowledged after Kafka had them, while the connection was up. */
    public long acknowledged() {
        return acknowledged.get();
    }

    /** Messages of QoS 0 that the task dropped because there was no room. */
    public long dropped() {
        return dropped.get();
    }

    /** Connections that the broker accepted. */
    public long connections() {
        return connections.get();
    }

    /** Number of times that the task stopped reading because it had received too much. */
    public long pauses() {
        return pauses.get();
    }

    /** 1 while there is a connection, else 0. */
    public long connected() {
        return connected.get();
    }

    /** Messages received that Kafka does not have yet. */
    public long unsettled() {
        return unsettled.get();
    }

    /** Approximate bytes of {@link #unsettled}. */
    public long unsettledBytes() {
        return unsettledBytes.get();
    }
}
