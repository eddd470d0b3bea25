package dev.velella.source.mqtt.client;

/** The versions of the MQTT protocol. */
public enum MqttVersion {
    V3_1_1("3.1.1"),
    V5("5");

    private final String number;

    MqttVersion(String number) {
        this.number = number;
    }

    /** The version as the options write it. */
    public String number() {
        return number;
    }

    /** @param number one of {@link #number} */
    static MqttVersion of(String number) {
        return number.equals(V5.number) ? V5 : V3_1_1;
    }
}
