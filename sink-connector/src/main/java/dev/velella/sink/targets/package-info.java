/** Kinds of target: options, checks, opening and view of each kind. */
@NullMarked
package dev.velella.sink.targets;

import org.jspecify.annotations.NullMarked;
