/** Definitions of options: what connectors and apps have in common in how they declare, spell and group theirs. */
@NullMarked
package dev.velella.options;

import org.jspecify.annotations.NullMarked;
