/**
 * The sending side of a narrow link: graphs, or what changes from graph to graph, as frames of the key-frame protocol, and
 * the answers to a receiver that misses some. Knows nothing of how messages travel.
 */
@NullMarked
package dev.velella.edge;

import org.jspecify.annotations.NullMarked;
