package dev.velella.edge;

import dev.velella.dictionary.Dictionary;

/** Topics of dictionaries, beside those of the messages. */
public final class EdgeTopics {
    /** The beginning of these topics if none is configured. */
    public static final String DEFAULT_PREFIX = "velella/link/";

    private EdgeTopics() {}

    /**
     * The topic on which the broker retains a dictionary.
     *
     * @param topic topic of the messages that build on the dictionary
     * @param name the dictionary's name
     */
    public static String dictionary(String prefix, String topic, long name) {
        return prefix + "dictionary/" + topic + "/" + Dictionary.text(name);
    }
}
