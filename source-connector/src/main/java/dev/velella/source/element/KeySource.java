package dev.velella.source.element;

/** Where the key of an element comes from. */
public enum KeySource {
    /** The graph name if the element is a named graph, else a constant. */
    AUTO,
    /** The graph name. */
    GRAPH_NAME,
    /** The one subject of a type. */
    SUBJECT_TYPE,
    /** The same key for every element. */
    CONSTANT,
    /** The MQTT topic of a message. */
    TOPIC,
    /** A level of the MQTT topic of a message. */
    TOPIC_SEGMENT,
    /** A value in the JSON of a message. */
    JSON_POINTER;

    /** Whether the key stands in a message, outside of its element. */
    public boolean isOfMessages() {
        return this == TOPIC || this == TOPIC_SEGMENT || this == JSON_POINTER;
    }
}
