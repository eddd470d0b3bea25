package dev.velella.sink.remote;

import dev.velella.sink.store.PartitionId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** Tests whether a store keeps literals as they are written. */
final class LiteralSamples {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /**
     * Predicate of the samples. It is no IRI of a known vocabulary, because an LmdbStore before 5.1.3 may lose an IRI
     * for good when the last statement with it is deleted (rdf4j#5254).
     */
    static final IRI PREDICATE = VALUES.createIRI("urn:velella:sample");

    /** Sample literals. Each has the same value as another, canonical literal; no two samples have the same value. */
    private static final List<Literal> SAMPLES = List.of(
            VALUES.createLiteral("01", XSD.INTEGER),
            VALUES.createLiteral("7", XSD.LONG),
            VALUES.createLiteral("2.50", XSD.DECIMAL),
            VALUES.createLiteral("30e0", XSD.DOUBLE),
            VALUES.createLiteral("2004-05-06T07:08:09.000Z", XSD.DATETIME),
            VALUES.createLiteral("1", XSD.BOOLEAN));

    private LiteralSamples() {}

    /**
     * Returns the sample literals that a store does not keep as they are written. Leaves nothing in the store.
     *
     * @param row a row that does not exist
     * @param graphName name of a graph that does not exist
     */
    static List<String> rewritten(GuardedStore store, PartitionId row, String graphName) {
        IRI graph = VALUES.createIRI(graphName);
        List<Statement> written = SAMPLES.stream()
                .map(literal -> VALUES.createStatement(graph, PREDICATE, literal, graph))
                .toList();
        try {
            store.swap(WriterRaces.epoch(row, null, 1).with(List.of(), written));
            Set<Statement> read = new HashSet<>(store.statements(graph));
            Set<Statement> left = new HashSet<>(read);
            left.addAll(written);
            store.swap(WriterRaces.epoch(row, 1L, 2).with(List.copyOf(left), List.of()));
            return written.stream()
                    .filter(statement -> !read.contains(statement))
                    .map(statement -> NTriplesUtil.toNTriplesString(statement.getObject()))
                    .toList();
        } finally {
            store.forget(row);
        }
    }
}
