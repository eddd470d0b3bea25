/** Keeps secrets out of logs and messages. */
@NullMarked
package dev.velella.secret;

import org.jspecify.annotations.NullMarked;
