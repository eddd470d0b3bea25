/** The state of streams: its cache in memory, and its byte format in the state store. */
@NullMarked
package dev.velella.diff.state;

import org.jspecify.annotations.NullMarked;
