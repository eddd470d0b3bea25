/** Views that are rules: their text, their order, and what follows from a graph. */
@NullMarked
package dev.velella.view.rules;

import org.jspecify.annotations.NullMarked;
