/**
 * Frames of records: encoders and decoders that stand for themselves or on dictionaries, the place of a record in its
 * partition, and what both versions of the record protocol have in common. The package does not know Kafka: for it, a
 * partition is a number and a topic is a name.
 */
@NullMarked
package dev.velella.frame;

import org.jspecify.annotations.NullMarked;
