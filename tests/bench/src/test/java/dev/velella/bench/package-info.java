/** Benchmarks of the codec against its peers: data, contenders, JMH benchmarks, and the command that runs them. */
@NullMarked
package dev.velella.bench;

import org.jspecify.annotations.NullMarked;
