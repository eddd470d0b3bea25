package dev.velella.source.mqtt.client;

/** The broker cannot be used as the options say, now or later. The message says why and what to do. */
public final class MqttRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MqttRefusedException(String message) {
        super(message);
    }
}
