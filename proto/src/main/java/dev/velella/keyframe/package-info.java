/**
 * Version 1 of the record protocol: one codec state across the records of a partition, key frames, and a header that
 * tells for every record the state that it needs. Only the record encoder and decoder and the tools for topics use this
 * package; the others see {@code dev.velella.record}.
 */
@NullMarked
package dev.velella.keyframe;

import org.jspecify.annotations.NullMarked;
