package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.GraphHash;
import dev.velella.sink.embedded.EmbeddedTarget;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/** Compares all that an embedded store says of its data with what it should hold, on every way to it. */
public final class StoreAudit {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private StoreAudit() {}

    /** By a scan, by a look-up of each statement, by predicate, by object, and by the count it keeps. */
    public static void assertHolds(EmbeddedTarget target, Set<Statement> expected) {
        try (RepositoryConnection connection = target.connect()) {
            assertThat(data(connection)).as("scan").isEqualTo(expected);
            for (Statement statement : expected) {
                assertThat(connection.hasStatement(
                                statement.getSubject(),
                                statement.getPredicate(),
                                statement.getObject(),
                                false,
                                new Resource[] {statement.getContext()}))
                        .as("look-up of %s", statement)
                        .isTrue();
                assertThat(connection.hasStatement(
                                null, null, statement.getObject(), false, new Resource[] {statement.getContext()}))
                        .as("look-up by object of %s", statement)
                        .isTrue();
            }
            for (IRI predicate : expected.stream().map(Statement::getPredicate).collect(Collectors.toSet())) {
                assertThat(connection.getStatements(null, predicate, null, false).stream())
                        .as("statements with %s", predicate)
                        .hasSize((int) expected.stream()
                                .filter(s -> s.getPredicate().equals(predicate))
                                .count());
            }
        }
        assertThat(target.status().statements()).as("count").isEqualTo(expected.size());
    }

    /** The statements outside reserved graphs, each once, as plain values; one that is found twice is an error. */
    public static Set<Statement> data(RepositoryConnection connection) {
        Set<Statement> data = new HashSet<>();
        connection.getStatements(null, null, null, false).forEach(statement -> {
            if (!ReservedGraphs.isReserved(statement.getContext())) {
                boolean first = data.add(VALUES.createStatement(
                        statement.getSubject(),
                        statement.getPredicate(),
                        statement.getObject(),
                        statement.getContext()));
                assertThat(first).as("%s is there once", statement).isTrue();
            }
        });
        return data;
    }

    /** Hash of the statements of a graph, as chains have it. */
    public static long hash(Set<Statement> data, String graph) {
        return GraphHash.ofSet(data.stream()
                .filter(statement -> statement.getContext() != null
                        && statement.getContext().stringValue().equals(graph))
                .collect(Collectors.toSet()));
    }
}
