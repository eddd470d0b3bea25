package dev.velella.view.shapes;

import dev.velella.view.data.AskedData;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;

/** The graph of a stream and static data as one graph, whatever graph names they have. Used for one validation. */
final class ShapeData {
    private final StreamData stream;
    private final StaticData fixed;
    private final AskedData clock;

    /** @param clock ends what takes too long */
    ShapeData(StreamData stream, StaticData fixed, AskedData clock) {
        this.stream = stream;
        this.fixed = fixed;
        this.clock = clock;
    }

    AskedData clock() {
        return clock;
    }

    /** Whether a statement of the stream is about the node. */
    boolean isInStream(Value node) {
        if (fixed.statements().isEmpty()) {
            return true;
        }
        return (node instanceof Resource subject
                        && stream.candidates(subject, null, null).stream()
                                .anyMatch(each -> subject.equals(each.getSubject())))
                || stream.candidates(null, null, node).stream().anyMatch(each -> node.equals(each.getObject()));
    }

    Set<Value> objects(Value node, IRI predicate) {
        clock.check();
        if (!(node instanceof Resource subject)) {
            return Set.of();
        }
        Set<Value> found = new LinkedHashSet<>();
        objects(stream.candidates(subject, null, null), subject, predicate, found);
        objects(fixed.candidates(subject, null, null), subject, predicate, found);
        return found;
    }

    private static void objects(List<Statement> candidates, Resource subject, IRI predicate, Set<Value> into) {
        for (Statement each : candidates) {
            if (predicate.equals(each.getPredicate()) && subject.equals(each.getSubject())) {
                into.add(each.getObject());
            }
        }
    }

    Set<Value> subjects(IRI predicate, Value object) {
        clock.check();
        Set<Value> found = new LinkedHashSet<>();
        subjects(stream.candidates(null, predicate, object), predicate, object, found);
        subjects(fixed.candidates(null, predicate, object), predicate, object, found);
        return found;
    }

    private static void subjects(List<Statement> candidates, IRI predicate, Value object, Set<Value> into) {
        for (Statement each : candidates) {
            if (object.equals(each.getObject()) && predicate.equals(each.getPredicate())) {
                into.add(each.getSubject());
            }
        }
    }

    /** All subjects of a predicate, or all objects. */
    Set<Value> ends(IRI predicate, boolean subjects) {
        Set<Value> found = new LinkedHashSet<>();
        for (List<Statement> some :
                List.of(stream.candidates(null, predicate, null), fixed.candidates(null, predicate, null))) {
            for (Statement each : some) {
                if (predicate.equals(each.getPredicate())) {
                    found.add(subjects ? each.getSubject() : each.getObject());
                }
            }
        }
        return found;
    }

    /** Statements of a subject. */
    List<Statement> of(Resource subject) {
        Set<Statement> found = new LinkedHashSet<>();
        for (List<Statement> some :
                List.of(stream.candidates(subject, null, null), fixed.candidates(subject, null, null))) {
            some.stream().filter(each -> subject.equals(each.getSubject())).forEach(found::add);
        }
        return List.copyOf(found);
    }

    boolean isInstance(Value node, Value type) {
        for (Value each : objects(node, RDF.TYPE)) {
            if (each.equals(type) || isBelow(each, type)) {
                return true;
            }
        }
        return false;
    }

    private boolean isBelow(Value type, Value above) {
        Set<Value> seen = new LinkedHashSet<>(Set.of(type));
        Deque<Value> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Value each : objects(open.remove(), RDFS.SUBCLASSOF)) {
                if (each.equals(above)) {
                    return true;
                }
                if (seen.add(each)) {
                    open.add(each);
                }
            }
        }
        return false;
    }

    /** All instances of a class and of the classes below it. */
    Set<Value> instances(Value type) {
        Set<Value> found = new LinkedHashSet<>();
        Set<Value> seen = new LinkedHashSet<>(Set.of(type));
        Deque<Value> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Value next = open.remove();
            found.addAll(subjects(RDF.TYPE, next));
            for (Value each : subjects(RDFS.SUBCLASSOF, next)) {
                if (seen.add(each)) {
                    open.add(each);
                }
            }
        }
        return found;
    }
}
