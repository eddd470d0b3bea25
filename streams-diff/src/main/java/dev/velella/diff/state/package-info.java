/** The state of streams: how it is kept in memory, and its bytes in the state store. */
@NullMarked
package dev.velella.diff.state;

import org.jspecify.annotations.NullMarked;
