package dev.velella.edge;

/** Topics on which a receiver asks for frames and is answered. */
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

    /** The topic on which a receiver listens for answers. */
    public static String response(String prefix, String receiver) {
        return prefix + "response/" + receiver;
    }
}
