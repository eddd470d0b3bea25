/** Options of the source connector, and the checks of a configuration. */
@NullMarked
package dev.velella.source.options;

import org.jspecify.annotations.NullMarked;
