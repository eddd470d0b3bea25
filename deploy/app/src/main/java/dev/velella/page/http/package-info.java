/** The page and its API over HTTP, read-only. */
@NullMarked
package dev.velella.page.http;

import org.jspecify.annotations.NullMarked;
