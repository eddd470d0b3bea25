package dev.velella.edge;

/** Topics on which a receiver asks for frames and is answered. */
public final class EdgeTopics {
    /** What they begin with unless configured otherwise. */
    public static final String DEFAULT_PREFIX = "velella/link/";

    private EdgeTopics() {}

    /** Where whoever publishes to a topic listens for requests. */
    public static String request(String prefix, String topic) {
        return prefix + "request/" + topic;
    }

    /** Where a receiver listens for answers. */
    public static String response(String prefix, String receiver) {
        return prefix + "response/" + receiver;
    }
}
