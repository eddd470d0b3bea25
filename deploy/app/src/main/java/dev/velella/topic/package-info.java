/** The contents of a Kafka topic: decoded records, statistics, and verification. */
@NullMarked
package dev.velella.topic;

import org.jspecify.annotations.NullMarked;
