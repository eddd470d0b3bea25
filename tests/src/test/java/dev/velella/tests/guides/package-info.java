/** The guides of {@code docs/guides}: messages, commands, configurations and links are those of the program. */
@NullMarked
package dev.velella.tests.guides;

import org.jspecify.annotations.NullMarked;
