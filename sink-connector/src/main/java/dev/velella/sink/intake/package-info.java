/** From a Kafka record to a batch: values, terms, dead letters. */
@NullMarked
package dev.velella.sink.intake;

import org.jspecify.annotations.NullMarked;
