/** A plugin of somebody else, for tests: it knows Kafka Connect and nothing of Velella. */
@NullMarked
package dev.velella.tests.foreign;

import org.jspecify.annotations.NullMarked;
