/** Keeps secrets out of logs and messages. */
@NullMarked
package dev.velella.kit.secret;

import org.jspecify.annotations.NullMarked;
