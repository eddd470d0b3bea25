package dev.velella.source.mqtt.lane;

import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The element that was made of a payload: all parts of its record that do not depend on earlier records. Belongs to one
 * thread at a time; the record takes over the headers.
 *
 * @param key identity of its stream
 * @param eventTimeMs time of the observation, in ms since 1970; null if there is none
 * @param value its graph
 * @param headers headers that tell which message the element comes from
 * @param statements number of statements of the graph
 * @param bytes estimated bytes of the graph in memory
 */
public record PayloadElement(
        String key, @Nullable Long eventTimeMs, Struct value, ConnectHeaders headers, long statements, long bytes) {}
