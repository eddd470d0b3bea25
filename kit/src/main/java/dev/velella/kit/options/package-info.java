/** Definitions of options: the rules by which connectors and apps declare, spell and group their options. */
@NullMarked
package dev.velella.kit.options;

import org.jspecify.annotations.NullMarked;
