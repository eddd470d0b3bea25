/** Options of the diff app, and the settings that they make. */
@NullMarked
package dev.velella.diff.options;

import org.jspecify.annotations.NullMarked;
