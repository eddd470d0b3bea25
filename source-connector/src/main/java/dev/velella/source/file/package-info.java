/** Files as a source: source type, options, inputs, and the division of files among tasks. */
@NullMarked
package dev.velella.source.file;

import org.jspecify.annotations.NullMarked;
