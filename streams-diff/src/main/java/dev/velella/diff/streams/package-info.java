/** Parts that Kafka Streams is given: clients, the time of records, early commits, replaced threads, the folder of the state. */
@NullMarked
package dev.velella.diff.streams;

import org.jspecify.annotations.NullMarked;
