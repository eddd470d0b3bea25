/** Values of RDF4J that take little memory and time. */
@NullMarked
package dev.velella.jelly.value;

import org.jspecify.annotations.NullMarked;
