/** The service as a whole: its parts, their start and their end. */
@NullMarked
package dev.velella.serve.app;

import org.jspecify.annotations.NullMarked;
