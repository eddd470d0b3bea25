package dev.velella.view.shapes;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A violation of a shape.
 *
 * @param path of the property shape, or the property that a closed shape does not know; null if there is none
 * @param value null if the violation is about all values together
 * @param place number of the constraint in the shape
 */
record Violation(Value focus, @Nullable ShapePath path, @Nullable Value value, IRI component, Shape shape, int place) {}
