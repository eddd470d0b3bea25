/** What is in a Kafka topic: its records decoded, in figures, and whether all of them decode. */
@NullMarked
package dev.velella.topic;

import org.jspecify.annotations.NullMarked;
