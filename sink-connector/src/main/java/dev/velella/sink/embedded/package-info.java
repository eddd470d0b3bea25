/** Stores in the process of the worker: in memory with a file, and LMDB. */
@NullMarked
package dev.velella.sink.embedded;

import org.jspecify.annotations.NullMarked;
