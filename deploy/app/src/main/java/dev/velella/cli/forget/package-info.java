/** The command that forgets a key. */
@NullMarked
package dev.velella.cli.forget;

import org.jspecify.annotations.NullMarked;
