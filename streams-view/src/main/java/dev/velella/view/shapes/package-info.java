/** Views that are SHACL shapes, read once and evaluated without a store. */
@NullMarked
package dev.velella.view.shapes;

import org.jspecify.annotations.NullMarked;
