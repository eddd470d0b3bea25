package dev.velella.edge;

import dev.velella.dictionary.Dictionary;

/** Topics beside those of the messages: for dictionaries, and for requests and answers. */
public final class EdgeTopics {
    /** The beginning of these topics if none is configured. */
    public static final String DEFAULT_PREFIX = "velella/link/";

    private EdgeTopics() {}

    /**
     * The topic on which a publisher listens for requests.
     *
     * @param topic the topic to which it publishes
     */
    public static String request(String prefix, String topic) {
        return prefix + "request/" + topic;
    }

    /**
     * The topic on which the broker retains a dictionary.
     *
     * @param topic topic of the messages that build on the dictionary
     * @param name the dictionary's name
     */
    public static String dictionary(String prefix, String topic, long name) {
        return prefix + "dictionary/" + topic + "/" + Dictionary.text(name);
    }

    /** The topic on which a receiver listens for answers. */
    public static String response(String prefix, String receiver) {
        return prefix + "response/" + receiver;
    }
}
