package dev.velella.view.shapes;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A shape of SHACL. Not changed after it was read.
 *
 * @param name its IRI, or a name that follows from its place in the text
 * @param path of a property shape; null for a node shape
 */
record Shape(
        IRI name,
        @Nullable ShapePath path,
        List<Target> targets,
        List<Constraint> constraints,
        IRI severity,
        List<Literal> messages,
        boolean isActive) {

    /** Where the nodes come from that a shape is about. */
    sealed interface Target {
        Set<Value> nodes(ShapeData data);

        record Node(Value node) implements Target {
            @Override
            public Set<Value> nodes(ShapeData data) {
                return Set.of(node);
            }
        }

        record OfClass(Value type) implements Target {
            @Override
            public Set<Value> nodes(ShapeData data) {
                return data.instances(type);
            }
        }

        record Subjects(IRI predicate) implements Target {
            @Override
            public Set<Value> nodes(ShapeData data) {
                return data.ends(predicate, true);
            }
        }

        record Objects(IRI predicate) implements Target {
            @Override
            public Set<Value> nodes(ShapeData data) {
                return data.ends(predicate, false);
            }
        }
    }

    /** The violations of all nodes that the shape is about. */
    List<Violation> validate(ShapeData data) {
        List<Violation> found = new ArrayList<>();
        if (isActive) {
            Set<Value> nodes = new LinkedHashSet<>();
            for (Target target : targets) {
                for (Value node : target.nodes(data)) {
                    if (target instanceof Target.Node || data.isInStream(node)) {
                        nodes.add(node);
                    }
                }
            }
            nodes.forEach(each -> validate(each, data, found));
        }
        return found;
    }

    /** Adds the violations of a node. */
    void validate(Value focus, ShapeData data, List<Violation> into) {
        if (!isActive) {
            return;
        }
        Set<Value> values = path == null ? Set.of(focus) : path.from(focus, data);
        for (int i = 0; i < constraints.size(); i++) {
            int place = i;
            constraints
                    .get(i)
                    .check(new Constraint.Case(
                            focus,
                            values,
                            data,
                            this,
                            (component, at, value) -> into.add(new Violation(focus, at, value, component, this, place)),
                            into));
        }
    }

    boolean conforms(Value node, ShapeData data) {
        List<Violation> found = new ArrayList<>();
        validate(node, data, found);
        return found.isEmpty();
    }
}
