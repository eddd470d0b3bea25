/** Bytes of frames: Protocol Buffers fields, rows, frames in byte streams. */
@NullMarked
package dev.velella.jelly.wire;

import org.jspecify.annotations.NullMarked;
