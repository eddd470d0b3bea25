package dev.velella.diff.blank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Graphs with blank nodes for tests, and what tests do with them. */
final class Graphs {
    static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private Graphs() {}

    static IRI iri(String local) {
        return VALUES.createIRI("http://example.org/" + local);
    }

    static BNode node(Object label) {
        return VALUES.createBNode(label.toString());
    }

    static Statement triple(Resource s, String p, Value o) {
        return VALUES.createStatement(s, iri(p), o);
    }

    static Statement triple(Resource s, String p, int value) {
        return VALUES.createStatement(s, iri(p), VALUES.createLiteral(value));
    }

    static Set<Statement> set(Collection<Statement> statements) {
        return new LinkedHashSet<>(statements);
    }

    /** The statements in another order, with other labels. */
    static Set<Statement> disguised(Collection<Statement> statements, long seed) {
        return renamed(shuffled(statements, seed), label -> "x" + label.hashCode() * 31L + seed + label);
    }

    static Set<Statement> shuffled(Collection<Statement> statements, long seed) {
        List<Statement> list = new ArrayList<>(statements);
        java.util.Collections.shuffle(list, new Random(seed));
        return set(list);
    }

    static Set<Statement> renamed(Collection<Statement> statements, UnaryOperator<String> labels) {
        Set<Statement> renamed = new LinkedHashSet<>();
        for (Statement st : statements) {
            Resource graph = st.getContext() == null ? null : (Resource) renamed(st.getContext(), labels);
            renamed.add(VALUES.createStatement(
                    (Resource) renamed(st.getSubject(), labels),
                    st.getPredicate(),
                    renamed(st.getObject(), labels),
                    graph));
        }
        return renamed;
    }

    private static Value renamed(Value term, UnaryOperator<String> labels) {
        if (term instanceof BNode node) {
            return VALUES.createBNode(labels.apply(node.getID()));
        }
        if (term instanceof Triple triple) {
            return VALUES.createTriple(
                    (Resource) renamed(triple.getSubject(), labels),
                    triple.getPredicate(),
                    renamed(triple.getObject(), labels));
        }
        return term;
    }

    /** Labels of all blank nodes, those in quoted triples included. */
    static Set<String> labels(Collection<Statement> statements) {
        Set<String> labels = new LinkedHashSet<>();
        renamed(statements, label -> {
            labels.add(label);
            return label;
        });
        return labels;
    }

    /** Statements that are in one graph only. */
    static int difference(Collection<Statement> one, Collection<Statement> other) {
        Set<Statement> first = set(one);
        Set<Statement> second = set(other);
        return (int) (first.stream().filter(st -> !second.contains(st)).count()
                + second.stream().filter(st -> !first.contains(st)).count());
    }

    /** Aligns, and checks what holds for any two graphs. */
    static Aligned aligned(Collection<Statement> previous, Collection<Statement> next) {
        return aligned(previous, next, BlankNodeMatching.DEFAULT_WORK_LIMIT);
    }

    static Aligned aligned(Collection<Statement> previous, Collection<Statement> next, long workLimit) {
        Aligned aligned = BlankNodeMatching.align(previous, next, new StableIds("s", 0), workLimit);
        Map<String, String> labels = checkOneToOne(next, aligned.statements());
        labels.forEach(
                (label, node) -> assertThat(aligned.nodes().get(label).getID()).isEqualTo(node));
        assertThat(aligned.nodes()).hasSameSizeAs(labels);
        Set<String> known = labels(previous);
        assertThat(labels.values().stream().filter(known::contains)).hasSize(aligned.matched());
        assertThat(aligned.matched() + aligned.fresh()).isEqualTo(labels.size());
        return aligned;
    }

    /** The two are the same statements in order, but for labels that are put for others one to one; gives these. */
    private static Map<String, String> checkOneToOne(Collection<Statement> next, Collection<Statement> aligned) {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        renamed(next, label -> {
            before.add(label);
            return label;
        });
        renamed(aligned, label -> {
            after.add(label);
            return label;
        });
        Map<String, String> labels = new HashMap<>();
        assertThat(after).hasSameSizeAs(before);
        for (int i = 0; i < before.size(); i++) {
            assertThat(labels.putIfAbsent(before.get(i), after.get(i))).isIn(null, after.get(i));
        }
        assertThat(Set.copyOf(labels.values())).hasSameSizeAs(labels.keySet());
        assertThat(List.copyOf(renamed(next, labels::get))).isEqualTo(List.copyOf(aligned));
        return labels;
    }

    /** Whether labels can be put for others so that the graphs are equal. Tries every way: for few nodes only. */
    static boolean areEqualButForLabels(Set<Statement> one, Set<Statement> other) {
        List<String> from = List.copyOf(labels(one));
        List<String> to = List.copyOf(labels(other));
        return one.size() == other.size()
                && from.size() == to.size()
                && canPair(one, other, from, new ArrayList<>(to), new HashMap<>());
    }

    private static boolean canPair(
            Set<Statement> one, Set<Statement> other, List<String> from, List<String> left, Map<String, String> pairs) {
        if (left.isEmpty()) {
            return renamed(one, pairs::get).equals(other);
        }
        String next = from.get(pairs.size());
        for (String label : List.copyOf(left)) {
            left.remove(label);
            pairs.put(next, label);
            if (canPair(one, other, from, left, pairs)) {
                return true;
            }
            pairs.remove(next);
            left.add(label);
        }
        return false;
    }

    /** A graph of undirected edges. */
    static Set<Statement> undirected(int[][] edges) {
        Set<Statement> statements = new LinkedHashSet<>();
        for (int[] edge : edges) {
            statements.add(triple(node("n" + edge[0]), "edge", node("n" + edge[1])));
            statements.add(triple(node("n" + edge[1]), "edge", node("n" + edge[0])));
        }
        return statements;
    }
}
