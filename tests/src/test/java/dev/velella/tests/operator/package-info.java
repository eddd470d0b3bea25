/** Traps that operators fall into: each is set, and what the programs say of it is followed to the end. */
@NullMarked
package dev.velella.tests.operator;

import org.jspecify.annotations.NullMarked;
