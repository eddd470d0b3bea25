/** Dumps as a source: files of any size that become patches which add their statements. */
@NullMarked
package dev.velella.source.dump;

import org.jspecify.annotations.NullMarked;
