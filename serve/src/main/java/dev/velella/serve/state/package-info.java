/** The state of the service on disk: the latest graph of each stream, the patches that led to it, and the offsets up to which both are complete. */
@NullMarked
package dev.velella.serve.state;

import org.jspecify.annotations.NullMarked;
