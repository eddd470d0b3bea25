package dev.velella.graph;

/** The source of an element's key. */
public enum KeySource {
    /** The graph name if the element is a named graph, else a constant. */
    AUTO,
    /** The graph name. */
    GRAPH_NAME,
    /** The subject that has a given type. An element must have exactly one such subject. */
    SUBJECT_TYPE,
    /** The same key for every element. */
    CONSTANT,
    /** The MQTT topic of a message. */
    TOPIC,
    /** A level of the MQTT topic of a message. */
    TOPIC_SEGMENT,
    /** A value in the JSON of a message. */
    JSON_POINTER;

    /** Whether the key comes from the message around the element, not from the element itself. */
    public boolean isOfMessages() {
        return this == TOPIC || this == TOPIC_SEGMENT || this == JSON_POINTER;
    }
}
