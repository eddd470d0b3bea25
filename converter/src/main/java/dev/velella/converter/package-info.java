/** The plugin of Connect: the converter and its companions, and the Struct view of graphs and patches. */
@NullMarked
package dev.velella.converter;

import org.jspecify.annotations.NullMarked;
