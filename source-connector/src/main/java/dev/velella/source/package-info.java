/** The source connector: what is read from an input becomes Connect records, and the stored offset says where to go on. */
@NullMarked
package dev.velella.source;

import org.jspecify.annotations.NullMarked;
