package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxTerms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailConflictException;
import org.eclipse.rdf4j.sail.SailConnectionListener;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction of a store with an outbox reads what the same transaction of a MemoryStore without one reads. */
class OutboxReadsTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI S = VALUES.createIRI("urn:s");
    private static final IRI P = VALUES.createIRI("urn:p");
    private static final int TRANSACTIONS = Integer.getInteger("velella.outbox.rounds", 10) * 12;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "native", "lmdb"})
    void aTransactionReadsItsOwnChanges(String kind) {
        SailRepository captured = OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT);
        SailRepository plain = new SailRepository(new MemoryStore());
        plain.init();
        RandomTransactions ours = RandomTransactions.isolated(11);
        RandomTransactions theirs = RandomTransactions.isolated(11);
        try (RepositoryConnection connection = captured.getConnection();
                RepositoryConnection expected = plain.getConnection()) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                assertThat(readings(ours, connection, i))
                        .as("transaction %d", i)
                        .isEqualTo(readings(theirs, expected, i));
                assertThat(OutboxStores.contents(connection)).isEqualTo(OutboxStores.contents(expected));
            }
        }
        captured.shutDown();
        plain.shutDown();
    }

    @Test
    @SuppressWarnings("removal")
    void aListenerHearsOfEachChangeAtOnce() {
        OutboxSail sail = new OutboxSail(new MemoryStore(), OutboxSettings.DEFAULT.in(scratch.resolve("outbox")));
        sail.init();
        List<String> heard = new ArrayList<>();
        try (NotifyingSailConnection connection = sail.getConnection()) {
            connection.begin();
            connection.addStatement(S, P, VALUES.createLiteral(1));
            connection.addConnectionListener(new SailConnectionListener() {
                @Override
                public void statementAdded(Statement statement) {
                    heard.add("+" + statement.getObject().stringValue());
                }

                @Override
                public void statementRemoved(Statement statement) {
                    heard.add("-" + statement.getObject().stringValue());
                }
            });
            connection.addStatement(S, P, VALUES.createLiteral(2));
            assertThat(heard).containsExactly("+2");
            connection.removeStatements(S, P, VALUES.createLiteral(1), (Resource) null);
            assertThat(heard).containsExactly("+2", "-1");
            connection.commit();
        }
        sail.shutDown();
    }

    @Test
    void aChangeWithoutATransactionIsRefusedAsTheStoreDoes() {
        OutboxSail sail = new OutboxSail(new MemoryStore(), OutboxSettings.DEFAULT.in(scratch.resolve("outbox")));
        sail.init();
        try (NotifyingSailConnection connection = sail.getConnection()) {
            assertThatThrownBy(() -> connection.addStatement(S, P, VALUES.createLiteral(1)))
                    .isInstanceOf(SailException.class);
            assertThatThrownBy(() -> connection.removeStatements(S, P, VALUES.createLiteral(1), (Resource) null))
                    .isInstanceOf(SailException.class);
        }
        sail.shutDown();
    }

    /** Each of the two would not have deleted what it deletes if it had seen the other one. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "native", "lmdb"})
    void ofTwoSerializableTransactionsThatReadWhatTheOtherDeletesOneIsRefused(String kind) {
        SailRepository repository = OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT);
        IRI t = VALUES.createIRI("urn:t");
        try (RepositoryConnection first = repository.getConnection();
                RepositoryConnection second = repository.getConnection()) {
            first.add(List.of(
                    VALUES.createStatement(S, P, VALUES.createLiteral(1)),
                    VALUES.createStatement(t, P, VALUES.createLiteral(2))));
            first.begin(IsolationLevels.SERIALIZABLE);
            second.begin(IsolationLevels.SERIALIZABLE);
            assertThat(first.hasStatement(S, P, null, false)).isTrue();
            assertThat(second.hasStatement(t, P, null, false)).isTrue();
            first.remove(t, P, VALUES.createLiteral(2));
            second.remove(S, P, VALUES.createLiteral(1));
            first.commit();
            assertThatThrownBy(second::commit).hasRootCauseInstanceOf(SailConflictException.class);
            second.rollback();

            Set<Statement> replica = new HashSet<>();
            assertThat(OutboxStores.follow(first, 0, replica)).isEqualTo(2);
            assertThat(replica)
                    .isEqualTo(OutboxStores.contents(first))
                    .containsExactly(VALUES.createStatement(S, P, VALUES.createLiteral(1)));

            second.begin(IsolationLevels.SERIALIZABLE);
            assertThat(second.hasStatement(t, P, null, false)).isFalse();
            second.remove(S, P, VALUES.createLiteral(1));
            second.commit();
            assertThat(OutboxStores.contents(first)).isEmpty();
        }
        repository.shutDown();
    }

    private static List<String> readings(RandomTransactions transactions, RepositoryConnection connection, int seed) {
        List<String> seen = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        transactions.run(connection, reading -> seen.add(read(reading, random.nextInt(7))));
        return seen;
    }

    private static String read(RepositoryConnection connection, int way) {
        TreeSet<String> found = new TreeSet<>();
        switch (way) {
            case 0 -> OutboxStores.contents(connection).forEach(statement -> found.add(statement.toString()));
            case 1 ->
                connection
                        .prepareTupleQuery("SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }")
                        .evaluate()
                        .forEach(row -> {
                            if (!row.toString().contains(OutboxTerms.GRAPH.stringValue())) {
                                found.add(row.toString());
                            }
                        });
            case 2 ->
                found.add("ask "
                        + connection
                                .prepareBooleanQuery("ASK { GRAPH <urn:g1> { ?s <urn:p1> ?o } }")
                                .evaluate());
            case 3 -> found.add("size " + connection.size());
            case 4 -> found.add("default graph " + connection.size((Resource) null));
            case 5 ->
                found.add("has "
                        + connection.hasStatement(VALUES.createIRI("urn:s1"), null, VALUES.createIRI("urn:o1"), false));
            default -> connection.getNamespaces().forEach(namespace -> found.add(namespace.toString()));
        }
        return found.toString();
    }
}
