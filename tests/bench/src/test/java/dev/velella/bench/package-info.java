/**
 * The command that runs benchmarks, and the list of all suites. Each suite has a package of its own; no package depends
 * on this one.
 */
@NullMarked
package dev.velella.bench;

import org.jspecify.annotations.NullMarked;
