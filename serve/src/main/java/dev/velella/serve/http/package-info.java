/** The HTTP server: requests, checks, limits, and answers that wait for slow clients without a thread. */
@NullMarked
package dev.velella.serve.http;

import org.jspecify.annotations.NullMarked;
