/** Travel in time: graphs of the past from patches and snapshots. */
@org.jspecify.annotations.NullMarked
package dev.velella.tests.asof;
