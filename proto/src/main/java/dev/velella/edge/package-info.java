/**
 * The sending side of a narrow link. It makes messages of graphs or of changes, which build on a dictionary. It does not
 * know how messages travel.
 */
@NullMarked
package dev.velella.edge;

import org.jspecify.annotations.NullMarked;
