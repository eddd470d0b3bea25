/** Target sparql. */
@NullMarked
package dev.velella.sink.targets.sparql;

import org.jspecify.annotations.NullMarked;
