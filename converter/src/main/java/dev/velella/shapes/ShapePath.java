package dev.velella.shapes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.RDFCollections;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.SHACL;

/** A property path of a shape. Its text is that of SPARQL. Immutable. */
sealed interface ShapePath {
    ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** The nodes at the end of the path, each once. */
    Set<Value> from(Value node, ShapeData data);

    /** The node of RDF that stands for the path; adds what it needs. */
    Resource node(Collection<Statement> into);

    /**
     * One property.
     *
     * @param isBack whether the step goes from object to subject
     */
    record Step(IRI predicate, boolean isBack) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            return isBack ? data.subjects(predicate, node) : data.objects(node, predicate);
        }

        @Override
        public Resource node(Collection<Statement> into) {
            return isBack ? about(SHACL.INVERSE_PATH, predicate, into) : predicate;
        }

        @Override
        public String toString() {
            return (isBack ? "^<" : "<") + predicate + ">";
        }
    }

    /** Paths one after the other. */
    record Sequence(List<ShapePath> paths) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            Set<Value> nodes = Set.of(node);
            for (ShapePath path : paths) {
                Set<Value> next = new LinkedHashSet<>();
                nodes.forEach(each -> next.addAll(path.from(each, data)));
                nodes = next;
            }
            return nodes;
        }

        @Override
        public Resource node(Collection<Statement> into) {
            return list(paths, into);
        }

        @Override
        public String toString() {
            return paths.stream().map(Object::toString).collect(Collectors.joining("/", "(", ")"));
        }
    }

    /** Each of some paths. */
    record Alternative(List<ShapePath> paths) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            Set<Value> nodes = new LinkedHashSet<>();
            paths.forEach(each -> nodes.addAll(each.from(node, data)));
            return nodes;
        }

        @Override
        public Resource node(Collection<Statement> into) {
            return about(SHACL.ALTERNATIVE_PATH, list(paths, into), into);
        }

        @Override
        public String toString() {
            return paths.stream().map(Object::toString).collect(Collectors.joining("|", "(", ")"));
        }
    }

    /**
     * A path that is gone several times.
     *
     * @param kind the property of SHACL that says how often
     */
    record Repeated(ShapePath path, IRI kind) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            if (kind.equals(SHACL.ZERO_OR_MORE_PATH)) {
                return ShapeData.reached(Set.of(node), each -> path.from(each, data));
            }
            Set<Value> once = path.from(node, data);
            if (kind.equals(SHACL.ONE_OR_MORE_PATH)) {
                return ShapeData.reached(once, each -> path.from(each, data));
            }
            Set<Value> nodes = new LinkedHashSet<>(Set.of(node));
            nodes.addAll(once);
            return nodes;
        }

        @Override
        public Resource node(Collection<Statement> into) {
            return about(kind, path.node(into), into);
        }

        @Override
        public String toString() {
            return path
                    + (kind.equals(SHACL.ZERO_OR_MORE_PATH) ? "*" : kind.equals(SHACL.ONE_OR_MORE_PATH) ? "+" : "?");
        }
    }

    private static Resource about(IRI kind, Value what, Collection<Statement> into) {
        Resource node = VALUES.createBNode();
        into.add(VALUES.createStatement(node, kind, what));
        return node;
    }

    private static Resource list(List<ShapePath> paths, Collection<Statement> into) {
        List<Resource> nodes = new ArrayList<>();
        paths.forEach(each -> nodes.add(each.node(into)));
        Resource head = VALUES.createBNode();
        Model list = RDFCollections.asRDF(nodes, head, new LinkedHashModel());
        list.remove(null, RDF.TYPE, null); // lists of SHACL have no type
        into.addAll(list);
        return head;
    }
}
