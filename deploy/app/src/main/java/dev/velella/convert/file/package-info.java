/** The files, pipes and standard streams of a conversion. */
@NullMarked
package dev.velella.convert.file;

import org.jspecify.annotations.NullMarked;
