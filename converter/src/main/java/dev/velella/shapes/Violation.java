package dev.velella.shapes;

import java.util.Collection;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.jspecify.annotations.Nullable;

/** A node that breaks a constraint of a shape. Immutable. */
public final class Violation {
    private final Shape shape;
    private final int place;
    private final Value focus;
    private final @Nullable ShapePath path;
    private final @Nullable Value value;

    /**
     * @param place number of the constraint in the shape
     * @param path of the property shape, or the property that a closed shape does not know; null if there is none
     * @param value null if the violation is about all values together
     */
    Violation(Shape shape, int place, Value focus, @Nullable ShapePath path, @Nullable Value value) {
        this.shape = shape;
        this.place = place;
        this.focus = focus;
        this.path = path;
        this.value = value;
    }

    /** The node that a shape is about. */
    public Value focus() {
        return focus;
    }

    /** The IRI of a property, or a path as SPARQL writes it; null if the shape is about the node itself. */
    public @Nullable String path() {
        return path == null
                ? null
                : property() == null ? path.toString() : property().stringValue();
    }

    private @Nullable IRI property() {
        return path instanceof ShapePath.Step step && !step.isBack() ? step.predicate() : null;
    }

    /** The value that breaks the constraint; null if it is broken by all values together. */
    public @Nullable Value value() {
        return value;
    }

    /** The name that SHACL gives to the constraint, such as {@code sh:MinCountConstraintComponent}. */
    public IRI component() {
        return constraint().component();
    }

    private Constraint constraint() {
        return shape.constraints().get(place);
    }

    /** The IRI of the shape, or the name that it was given. */
    public IRI shape() {
        return shape.name();
    }

    public IRI severity() {
        return shape.severity();
    }

    /** What the shape says to it, perhaps in several languages. */
    public List<Literal> messages() {
        return constraint().messages();
    }

    /**
     * Adds it to a report of SHACL.
     *
     * @param node stands for it. If it is an IRI, the statements are always the same: then a path that is more than a property
     *     is left out, because it needs blank nodes
     */
    public void report(Resource node, Collection<Statement> into) {
        ValueFactory values = SimpleValueFactory.getInstance();
        into.add(values.createStatement(node, RDF.TYPE, SHACL.VALIDATION_RESULT));
        into.add(values.createStatement(node, SHACL.FOCUS_NODE, focus));
        if (path != null && (property() != null || node.isBNode())) {
            into.add(values.createStatement(node, SHACL.RESULT_PATH, path.node(into)));
        }
        if (value != null) {
            into.add(values.createStatement(node, SHACL.VALUE, value));
        }
        into.add(values.createStatement(node, SHACL.SOURCE_CONSTRAINT_COMPONENT, component()));
        into.add(values.createStatement(node, SHACL.SOURCE_SHAPE, shape()));
        into.add(values.createStatement(node, SHACL.RESULT_SEVERITY, severity()));
        messages().forEach(each -> into.add(values.createStatement(node, SHACL.RESULT_MESSAGE, each)));
    }

    /** What tells it from others of the same shapes, one part a line. */
    @Override
    public String toString() {
        return shape() + "\n" + place + '\n' + component() + '\n' + path + '\n' + focus + '\n' + value;
    }
}
