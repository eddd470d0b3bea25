package dev.velella.bench.data;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Graphs of triples whose terms are objects of a chosen kind: shared, where equal terms are one object, or fresh, where
 * every occurrence of a term is an object and a string of its own, whose hash code nobody has asked for yet. Fresh terms
 * are what a parser without caches hands on; shared terms are what a generator or a caching parser does.
 */
public final class Terms {
    /** Makes RDF4J's simple values, which have their texts at once. */
    public static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private Terms() {}

    /** The same graphs without contexts, in which equal terms are one object. */
    public static List<RdfGraph> shared(List<RdfGraph> graphs) {
        Map<Value, Value> pool = new HashMap<>();
        return graphs.stream().map(graph -> shared(graph, pool)).toList();
    }

    /** The same patches of triples, one transaction each with deletes before adds, in which equal terms are one object. */
    static List<RdfPatch> sharedPatches(List<RdfPatch> patches) {
        Map<Value, Value> pool = new HashMap<>();
        return patches.stream()
                .map(patch -> {
                    List<Statement> deletes = new ArrayList<>();
                    List<Statement> adds = new ArrayList<>();
                    for (PatchOperation row : patch.operations()) {
                        if (row instanceof PatchOperation.Delete delete) {
                            deletes.add(shared(delete.statement(), pool));
                        } else if (row instanceof PatchOperation.Add add) {
                            adds.add(shared(add.statement(), pool));
                        }
                    }
                    return RdfPatch.change(deletes, adds);
                })
                .toList();
    }

    private static RdfGraph shared(RdfGraph graph, Map<Value, Value> pool) {
        return RdfGraph.of(graph.statements().stream()
                .map(statement -> shared(statement, pool))
                .toList());
    }

    private static Statement shared(Statement st, Map<Value, Value> pool) {
        return VALUES.createStatement(
                one(st.getSubject(), pool), one(st.getPredicate(), pool), one(st.getObject(), pool));
    }

    @SuppressWarnings("unchecked")
    private static <T extends Value> T one(T term, Map<Value, Value> pool) {
        Value first = pool.putIfAbsent(term, term);
        return first == null ? term : (T) first;
    }

    /** The same graphs of triples, in which every term of every statement is a new object with a new string. */
    public static List<RdfGraph> fresh(List<RdfGraph> graphs) {
        List<RdfGraph> copies = new ArrayList<>(graphs.size());
        for (RdfGraph graph : graphs) {
            List<Statement> statements = new ArrayList<>(graph.statements().size());
            for (Statement st : graph.statements()) {
                statements.add(VALUES.createStatement(
                        (Resource) copy(st.getSubject()), (IRI) copy(st.getPredicate()), copy(st.getObject())));
            }
            copies.add(RdfGraph.of(statements));
        }
        return copies;
    }

    private static Value copy(Value term) {
        if (term instanceof IRI iri) {
            return VALUES.createIRI(copy(iri.stringValue()));
        }
        if (term instanceof Literal literal) {
            String label = copy(literal.getLabel());
            if (literal.getLanguage().isPresent()) {
                return VALUES.createLiteral(label, copy(literal.getLanguage().get()));
            }
            CoreDatatype core = literal.getCoreDatatype();
            return core == CoreDatatype.NONE
                    ? VALUES.createLiteral(label, (IRI) copy(literal.getDatatype()))
                    : VALUES.createLiteral(label, core);
        }
        throw new IllegalArgumentException("the benchmarks have IRIs and literals only, not " + term.getClass());
    }

    /** A string that shares neither its array nor its cached hash code with the given one. */
    private static String copy(String text) {
        return new String(text.toCharArray());
    }
}
