package dev.velella.source.mqtt.lane;

import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What a payload has become: all of its record but what depends on the records before it. Belongs to one thread at a time;
 * the record takes the headers over.
 *
 * @param key identity of its stream
 * @param eventTimeMs when it was observed, in ms since 1970; null if it does not say
 * @param value its graph
 * @param headers that say where the message comes from
 * @param statements of the graph
 * @param bytes that the graph takes in memory, estimated
 */
public record PayloadElement(
        String key, @Nullable Long eventTimeMs, Struct value, ConnectHeaders headers, long statements, long bytes) {}
