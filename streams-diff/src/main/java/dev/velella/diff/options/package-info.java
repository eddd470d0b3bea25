/** Options of the diff app, and the settings that are made from them. */
@NullMarked
package dev.velella.diff.options;

import org.jspecify.annotations.NullMarked;
