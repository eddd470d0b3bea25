package dev.velella.sink.store;

/**
 * One stream of patches: the records of one topic that have one key.
 *
 * @param topic name
 * @param key text of the record key
 */
public record StreamId(String topic, String key) {
    // Looked up for every patch, and what a record brings by itself goes through method handles.

    @Override
    public boolean equals(Object other) {
        return other instanceof StreamId stream && key.equals(stream.key) && topic.equals(stream.topic);
    }

    @Override
    public int hashCode() {
        return 31 * topic.hashCode() + key.hashCode();
    }
}
