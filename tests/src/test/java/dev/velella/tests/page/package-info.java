/** The page and the command status, on a whole pipeline with real parts. */
@NullMarked
package dev.velella.tests.page;

import org.jspecify.annotations.NullMarked;
