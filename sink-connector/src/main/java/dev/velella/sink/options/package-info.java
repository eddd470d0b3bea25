/** Options of the sink connector, and the checks of a configuration. */
@NullMarked
package dev.velella.sink.options;

import org.jspecify.annotations.NullMarked;
