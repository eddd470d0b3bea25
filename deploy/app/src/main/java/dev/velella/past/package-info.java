/** The past of streams for a user: as a file, as the answer to a query, or as an endpoint. */
@NullMarked
package dev.velella.past;

import org.jspecify.annotations.NullMarked;
