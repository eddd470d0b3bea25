/** Requests to HTTP servers: redirects, failures that pass or last, answers that end too early. */
@NullMarked
package dev.velella.source.fetch;

import org.jspecify.annotations.NullMarked;
