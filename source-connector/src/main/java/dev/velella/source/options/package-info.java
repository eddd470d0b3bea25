/** Options of source connectors of all types, checks of a configuration, and the differences between types. */
@NullMarked
package dev.velella.source.options;

import org.jspecify.annotations.NullMarked;
