/** The view app: a Kafka Streams application of standing queries. */
@NullMarked
package dev.velella.view.app;

import org.jspecify.annotations.NullMarked;
