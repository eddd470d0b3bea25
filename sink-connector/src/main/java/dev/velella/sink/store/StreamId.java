package dev.velella.sink.store;

/**
 * One stream of patches: the records of one topic that have one key.
 *
 * @param topic name
 * @param key text of the record key
 */
public record StreamId(String topic, String key) {
    // Written by hand, because the look-up runs for every patch, and the generated methods of a record use method
    // handles.

    @Override
    public boolean equals(Object other) {
        return other instanceof StreamId stream && key.equals(stream.key) && topic.equals(stream.topic);
    }

    @Override
    public int hashCode() {
        return 31 * topic.hashCode() + key.hashCode();
    }
}
