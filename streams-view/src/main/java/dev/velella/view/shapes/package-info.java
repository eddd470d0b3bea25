/** Views that are SHACL shapes. */
@NullMarked
package dev.velella.view.shapes;

import org.jspecify.annotations.NullMarked;
