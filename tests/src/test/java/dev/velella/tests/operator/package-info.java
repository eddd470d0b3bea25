/** Traps that operators of a pipeline step into: each is set, the message is checked, and its advice is followed. */
@NullMarked
package dev.velella.tests.operator;

import org.jspecify.annotations.NullMarked;
