/** Target memory. */
@NullMarked
package dev.velella.sink.targets.memory;

import org.jspecify.annotations.NullMarked;
