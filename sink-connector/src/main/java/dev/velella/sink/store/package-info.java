/**
 * Stores that patches are applied to, together with the offsets up to which they are. <em>Applied</em> means visible to
 * queries; <em>durable</em> means that it survives a crash of the process.
 */
@NullMarked
package dev.velella.sink.store;

import org.jspecify.annotations.NullMarked;
