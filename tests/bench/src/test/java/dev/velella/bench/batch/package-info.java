/** Bytes of records by batch: how many devices share a partition, and how many records a batch. */
@NullMarked
package dev.velella.bench.batch;

import org.jspecify.annotations.NullMarked;
