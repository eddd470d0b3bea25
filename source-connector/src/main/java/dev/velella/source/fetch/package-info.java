/** The one HTTP client of the sources: requests, answers, what passes and what ends a task, waits between attempts. */
@NullMarked
package dev.velella.source.fetch;

import org.jspecify.annotations.NullMarked;
