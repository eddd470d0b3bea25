/**
 * Extensions for Kafka Streams: clients, timestamps of records, early commits, replacement of threads, and the folder
 * of the state.
 */
@NullMarked
package dev.velella.diff.streams;

import org.jspecify.annotations.NullMarked;
