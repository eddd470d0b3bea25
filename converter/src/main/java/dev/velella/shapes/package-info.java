/** Shapes of SHACL, read once and evaluated without a store. */
@NullMarked
package dev.velella.shapes;

import org.jspecify.annotations.NullMarked;
