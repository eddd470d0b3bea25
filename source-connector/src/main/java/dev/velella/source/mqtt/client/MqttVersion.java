package dev.velella.source.mqtt.client;

/** The versions of the protocol. */
public enum MqttVersion {
    V3_1_1("3.1.1"),
    V5("5");

    private final String number;

    MqttVersion(String number) {
        this.number = number;
    }

    /** As it is written in options. */
    public String number() {
        return number;
    }

    /** @param number one of {@link #number} */
    static MqttVersion of(String number) {
        return number.equals(V5.number) ? V5 : V3_1_1;
    }
}
