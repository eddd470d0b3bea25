/** Waits between attempts, and limits for the log lines about failures that go on. */
@NullMarked
package dev.velella.kit.retry;

import org.jspecify.annotations.NullMarked;
