/** The part that all stores on servers share: addresses, access and retries. */
@NullMarked
package dev.velella.sink.targets.remote;

import org.jspecify.annotations.NullMarked;
