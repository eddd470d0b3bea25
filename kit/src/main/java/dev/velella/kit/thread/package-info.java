/** Threads. */
@NullMarked
package dev.velella.kit.thread;

import org.jspecify.annotations.NullMarked;
