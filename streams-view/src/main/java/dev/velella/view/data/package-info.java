/** The statements that a view asks: the graph of one stream, and static data. */
@NullMarked
package dev.velella.view.data;

import org.jspecify.annotations.NullMarked;
