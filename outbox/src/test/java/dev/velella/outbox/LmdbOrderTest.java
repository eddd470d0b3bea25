package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.lmdb.KeptValues;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An LmdbStore with an outbox loses no value if it is killed after the commit of statements. */
class LmdbOrderTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int ROUNDS = 12;

    @TempDir
    private Path scratch;

    private final RandomTransactions transactions = new RandomTransactions(7);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKillAfterTheCommitOfStatementsLosesNoValue(boolean isReading) throws Exception {
        Set<Statement> expected = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            LmdbStore store = (LmdbStore) OutboxStores.store("lmdb", scratch.resolve("store"));
            SailRepository repository =
                    new SailRepository(new OutboxSail(store, OutboxSettings.DEFAULT.in(scratch.resolve("outbox"))));
            repository.init();
            KeptValues values = KeptValues.of(store, scratch.resolve("values"));
            try (RepositoryConnection connection = repository.getConnection()) {
                assertThat(OutboxStores.contents(connection))
                        .as("round %d", round)
                        .isEqualTo(expected);
                if (isReading) {
                    writeBesideReader(repository, connection, round);
                } else {
                    write(connection, round);
                }
                expected = OutboxStores.contents(connection);
                assertThat(OutboxStores.position(connection).number()).isGreaterThan(round);
            }
            repository.shutDown();
            values.restore();
        }
    }

    /** The message of a damaged store says: restore the store from a backup, and the outbox leads on from there. */
    @Test
    void aStoreThatIsDamagedAllTheSameIsRefusedAndItsBackupLeadsOn() throws Exception {
        Path values = scratch.resolve("store/values/data.mdb");
        Path statements = scratch.resolve("store/triples/data.mdb");
        commit(0);
        Files.copy(values, scratch.resolve("values"));
        Files.copy(statements, scratch.resolve("triples"));
        Set<Statement> expected = commit(1);
        Files.copy(scratch.resolve("values"), values, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> OutboxStores.repository("lmdb", scratch, OutboxSettings.DEFAULT))
                .hasMessageContaining("the store is damaged: it has lost a value in a crash");

        Files.copy(scratch.resolve("triples"), statements, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(scratch.resolve("values"), values, StandardCopyOption.REPLACE_EXISTING);
        SailRepository restored = OutboxStores.repository("lmdb", scratch, OutboxSettings.DEFAULT);
        try (RepositoryConnection connection = restored.getConnection()) {
            assertThat(OutboxStores.contents(connection)).isEqualTo(expected).isNotEmpty();
        }
        restored.shutDown();
    }

    private Set<Statement> commit(int round) {
        SailRepository repository = OutboxStores.repository("lmdb", scratch, OutboxSettings.DEFAULT);
        try (RepositoryConnection connection = repository.getConnection()) {
            write(connection, round);
            return OutboxStores.contents(connection);
        } finally {
            repository.shutDown();
        }
    }

    /** RDF4J keeps the commits in memory until the reader ends, and then writes them in the thread of the reader. */
    private void writeBesideReader(SailRepository repository, RepositoryConnection connection, int round) {
        try (RepositoryConnection reader = repository.getConnection()) {
            reader.begin(IsolationLevels.SNAPSHOT);
            try (CloseableIteration<Statement> open = reader.getStatements(null, null, null)) {
                assertThat(open.hasNext()).isEqualTo(round > 0);
                write(connection, round);
            }
            reader.commit();
        }
    }

    private void write(RepositoryConnection connection, int round) {
        for (int i = 0; i < 10; i++) {
            transactions.run(connection);
        }
        connection.begin();
        connection.remove(VALUES.createIRI("urn:long-subject-of-the-round:" + (round - 1)), null, null);
        connection.add(
                VALUES.createIRI("urn:long-subject-of-the-round:" + round),
                VALUES.createIRI("urn:predicate:" + round % 3),
                VALUES.createLiteral("value of round " + round),
                VALUES.createIRI("urn:graph/" + round + "/g"));
        connection.commit();
    }
}
