package dev.velella.source.mqtt.client;

/**
 * Thrown if the broker cannot be used with these options, now or later. The message states the reason and the remedy.
 */
public final class MqttRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MqttRefusedException(String message) {
        super(message);
    }
}
