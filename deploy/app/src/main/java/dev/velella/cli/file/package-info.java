/** Files that all commands read in the same way. */
@NullMarked
package dev.velella.cli.file;

import org.jspecify.annotations.NullMarked;
