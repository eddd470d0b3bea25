/**
 * The sending side of a narrow link. It makes frames of the key-frame protocol, from graphs or from the changes between
 * graphs, and answers a receiver that misses frames. It does not know how messages travel.
 */
@NullMarked
package dev.velella.edge;

import org.jspecify.annotations.NullMarked;
