/** Travel in time: the graphs of streams at a moment of the log, from the nearest snapshot and the patches after it. */
@NullMarked
package dev.velella.log.asof;

import org.jspecify.annotations.NullMarked;
