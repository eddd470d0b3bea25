/** Asks HTTP servers that may be slow, silent or large. */
@NullMarked
package dev.velella.kit.http.client;

import org.jspecify.annotations.NullMarked;
