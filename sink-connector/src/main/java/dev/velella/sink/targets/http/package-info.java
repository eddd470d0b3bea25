/** Target http. */
@NullMarked
package dev.velella.sink.targets.http;

import org.jspecify.annotations.NullMarked;
