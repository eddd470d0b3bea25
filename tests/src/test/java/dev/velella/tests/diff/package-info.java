/** The diff app through kills, restarts and rebalances. */
@org.jspecify.annotations.NullMarked
package dev.velella.tests.diff;
