/** The plugin on workers of other versions of Kafka and Java. */
@NullMarked
package dev.velella.tests.versions;

import org.jspecify.annotations.NullMarked;
