package dev.velella.bench.source;

import java.util.List;

/** How messages come from MQTT to Kafka. */
enum SourceWay {
    /** The task of the source with the converter. */
    VELELLA("velella"),

    /** A simple program: the same client with its usual callback, and payloads as they are. */
    PLAIN("plain"),

    /**
     * The same program, with a callback on the client's own thread. With its usual callback the client hands over at most 128
     * messages at a time, and goes through all unacknowledged ones while it waits.
     */
    PLAIN_AT_ONCE("plain-at-once");

    private final String label;

    SourceWay(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** The ways that are measured; the best program only with the producer whose figures count. */
    static List<SourceWay> with(SourceProducer producer) {
        return producer == SourceProducer.SAMPLES ? List.of(values()) : List.of(VELELLA, PLAIN);
    }
}
