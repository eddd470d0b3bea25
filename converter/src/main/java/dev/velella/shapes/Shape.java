package dev.velella.shapes;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A shape of SHACL. Not changed after it was read.
 *
 * @param name its IRI, or a name that the reader of the shapes gives it
 * @param path of a property shape; null for a node shape
 * @param constraints none if the shape is deactivated
 */
record Shape(IRI name, @Nullable ShapePath path, List<Target> targets, List<Constraint> constraints, IRI severity) {

    /**
     * Where nodes come from that a shape is about.
     *
     * @param isNamed whether the shape names the node itself, so that it counts wherever it stands
     */
    record Target(boolean isNamed, Function<ShapeData, Set<Value>> nodes) {}

    /** Adds the violations of all nodes that the shape is about. */
    void validate(ShapeData data, List<Violation> into) {
        Set<Value> nodes = new LinkedHashSet<>();
        for (Target target : targets) {
            for (Value node : target.nodes.apply(data)) {
                if (target.isNamed || data.isInGraph(node)) {
                    nodes.add(node);
                }
            }
        }
        nodes.forEach(each -> validate(each, data, into));
    }

    /** Adds the violations of a node. */
    void validate(Value focus, ShapeData data, List<Violation> into) {
        Set<Value> values = path == null ? Set.of(focus) : path.from(focus, data);
        for (int i = 0; i < constraints.size(); i++) {
            constraints.get(i).check().of(new Constraint.Case(this, i, focus, values, data, into));
        }
    }

    boolean conforms(Value node, ShapeData data) {
        List<Violation> found = new ArrayList<>();
        validate(node, data, found);
        return found.isEmpty();
    }
}
