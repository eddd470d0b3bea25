/** From the records of the topics to the state. */
@NullMarked
package dev.velella.serve.intake;

import org.jspecify.annotations.NullMarked;
