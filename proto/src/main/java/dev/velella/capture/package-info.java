/** The form in which a repository tells its committed changes: names of its outbox, positions, committed patches. */
@NullMarked
package dev.velella.capture;

import org.jspecify.annotations.NullMarked;
