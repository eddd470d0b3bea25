/** The commands that show a running pipeline. */
@NullMarked
package dev.velella.cli.pipeline;

import org.jspecify.annotations.NullMarked;
