package dev.velella.page;

/**
 * Where and when an element was written. Immutable.
 *
 * @param key name of its stream
 * @param time time of the element, in ms since 1970
 * @param record topic-partition@offset
 * @param bytes bytes of the record's value
 */
public record Place(String key, long time, String record, int bytes) {}
