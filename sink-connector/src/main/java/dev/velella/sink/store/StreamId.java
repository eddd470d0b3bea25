package dev.velella.sink.store;

/**
 * One stream of patches: the records of one topic that have one key.
 *
 * @param topic name
 * @param key text of the record key
 */
public record StreamId(String topic, String key) {}
