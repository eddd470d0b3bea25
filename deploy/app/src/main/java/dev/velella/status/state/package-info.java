/** The state of a pipeline at one moment, as the API shows it. */
@NullMarked
package dev.velella.status.state;

import org.jspecify.annotations.NullMarked;
