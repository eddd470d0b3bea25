package dev.velella.bench.batch;

import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import org.jspecify.annotations.Nullable;

/**
 * One element of a partition with the key and the facts that its record carries in headers.
 *
 * @param key of its device
 * @param element a graph or a patch
 * @param eventTime ms since 1970
 * @param position of a patch in the chain of its key; null for a graph
 */
record BatchElement(byte[] key, StreamElement element, long eventTime, @Nullable PatchPosition position) {}
