/**
 * Stores to which patches are applied, together with their offsets. <em>Applied</em> means visible to queries;
 * <em>durable</em> means that it survives a crash of the process.
 */
@NullMarked
package dev.velella.sink.store;

import org.jspecify.annotations.NullMarked;
