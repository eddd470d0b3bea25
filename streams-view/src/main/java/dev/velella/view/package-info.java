/** Standing views over streams of graphs: which views a change touches, and their answers. */
@NullMarked
package dev.velella.view;

import org.jspecify.annotations.NullMarked;
