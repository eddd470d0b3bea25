/** The {@code velella} command line. */
@NullMarked
package dev.velella.cli;

import org.jspecify.annotations.NullMarked;
