/** Brokers, stores and installed programs in processes of their own, and the links to them. */
@NullMarked
package dev.velella.bench.process;

import org.jspecify.annotations.NullMarked;
