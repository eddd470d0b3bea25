/** Reads figures of the parts of a pipeline: brokers, workers, diff app, stores, metrics. Nothing is written anywhere. */
@NullMarked
package dev.velella.status.read;

import org.jspecify.annotations.NullMarked;
