package dev.velella.view.shapes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;

/** A path of SHACL. The text of a path is that of SPARQL. Immutable. */
sealed interface ShapePath {

    /** The nodes at the end of the path, each once. */
    Set<Value> from(Value node, ShapeData data);

    /** Predicates that the path reads. */
    void predicates(Collection<IRI> into);

    /** Whether the path leads from each node to itself. */
    boolean isOptional();

    record Step(IRI predicate) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            return data.objects(node, predicate);
        }

        @Override
        public void predicates(Collection<IRI> into) {
            into.add(predicate);
        }

        @Override
        public boolean isOptional() {
            return false;
        }

        @Override
        public String toString() {
            return "<" + predicate + ">";
        }
    }

    record Inverse(ShapePath path) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            if (path instanceof Step step) {
                return data.subjects(step.predicate(), node);
            }
            if (path instanceof Inverse twice) {
                return twice.path.from(node, data);
            }
            if (path instanceof Sequence sequence) {
                List<ShapePath> back = new ArrayList<>();
                sequence.paths.forEach(each -> back.add(0, new Inverse(each)));
                return new Sequence(back).from(node, data);
            }
            if (path instanceof Alternative alternative) {
                return new Alternative(alternative.paths.stream()
                                .map(each -> (ShapePath) new Inverse(each))
                                .toList())
                        .from(node, data);
            }
            Repeated repeated = (Repeated) path;
            return new Repeated(new Inverse(repeated.path), repeated.sign).from(node, data);
        }

        @Override
        public void predicates(Collection<IRI> into) {
            path.predicates(into);
        }

        @Override
        public boolean isOptional() {
            return path.isOptional();
        }

        @Override
        public String toString() {
            return "^" + path;
        }
    }

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
        public void predicates(Collection<IRI> into) {
            paths.forEach(each -> each.predicates(into));
        }

        @Override
        public boolean isOptional() {
            return paths.stream().allMatch(ShapePath::isOptional);
        }

        @Override
        public String toString() {
            return paths.stream().map(Object::toString).collect(Collectors.joining("/", "(", ")"));
        }
    }

    record Alternative(List<ShapePath> paths) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            Set<Value> nodes = new LinkedHashSet<>();
            paths.forEach(each -> nodes.addAll(each.from(node, data)));
            return nodes;
        }

        @Override
        public void predicates(Collection<IRI> into) {
            paths.forEach(each -> each.predicates(into));
        }

        @Override
        public boolean isOptional() {
            return paths.stream().anyMatch(ShapePath::isOptional);
        }

        @Override
        public String toString() {
            return paths.stream().map(Object::toString).collect(Collectors.joining("|", "(", ")"));
        }
    }

    /**
     * A path that is gone several times.
     *
     * @param sign one of {@code * + ?}
     */
    record Repeated(ShapePath path, char sign) implements ShapePath {
        @Override
        public Set<Value> from(Value node, ShapeData data) {
            Set<Value> nodes = new LinkedHashSet<>();
            if (sign != '+') {
                nodes.add(node);
            }
            if (sign == '?') {
                nodes.addAll(path.from(node, data));
                return nodes;
            }
            Deque<Value> open = new ArrayDeque<>(List.of(node));
            Set<Value> asked = new LinkedHashSet<>(open);
            while (!open.isEmpty()) {
                for (Value each : path.from(open.remove(), data)) {
                    nodes.add(each);
                    if (asked.add(each)) {
                        open.add(each);
                    }
                }
            }
            return nodes;
        }

        @Override
        public void predicates(Collection<IRI> into) {
            path.predicates(into);
        }

        @Override
        public boolean isOptional() {
            return sign != '+' || path.isOptional();
        }

        @Override
        public String toString() {
            return path.toString() + sign;
        }
    }
}
