/** The HTTP server of all parts: its options, who may ask, routes, and what clients may take. */
@NullMarked
package dev.velella.kit.http;

import org.jspecify.annotations.NullMarked;
