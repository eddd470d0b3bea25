/** Reading pieces of partitions, within limits. */
@NullMarked
package dev.velella.record.partition;

import org.jspecify.annotations.NullMarked;
