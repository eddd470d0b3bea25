/** The transformation of Connect that makes graphs of the records of other people's source connectors. */
@NullMarked
package dev.velella.transform;

import org.jspecify.annotations.NullMarked;
