/** Payloads of devices, and the formats that turn them into graphs. */
@NullMarked
package dev.velella.source.payload;

import org.jspecify.annotations.NullMarked;
