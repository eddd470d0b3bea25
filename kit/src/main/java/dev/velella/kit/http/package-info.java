/** Serves HTTP to unknown clients. */
@NullMarked
package dev.velella.kit.http;

import org.jspecify.annotations.NullMarked;
