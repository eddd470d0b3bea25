package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.capture.SnapshotPart;
import dev.velella.rdf.GraphHash;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailConnectionWrapper;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailWrapper;
import org.eclipse.rdf4j.sail.nativerdf.ValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The outbox has every commit of a store, and nothing else. */
class OutboxSailTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final OutboxSettings QUICK = new OutboxSettings(null, 1 << 30, Duration.ofMillis(1), false, true);

    /** Each round is 150 transactions of three writers. */
    private static final int ROUNDS = Integer.getInteger("velella.outbox.rounds", 4);

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "native", "lmdb"})
    void aReplicaEqualsTheStoreAfterTransactionsOfSeveralWriters(String kind) throws Exception {
        // The threads outlive the store: RDF4J's LmdbStore can abort a transaction of a thread that has ended after the
        // store was closed, and the process then dies in native code.
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            writeAndFollow(kind, threads);
        } finally {
            threads.shutdown();
        }
    }

    private void writeAndFollow(String kind, ExecutorService threads) throws Exception {
        Set<Statement> replica = new HashSet<>();
        SailRepository repository = OutboxStores.repository(kind, scratch, QUICK);
        long number = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            for (int writer = 0; writer < 3; writer++) {
                RandomTransactions transactions = new RandomTransactions(100L * round + writer);
                SailRepository open = repository;
                writers.add(CompletableFuture.runAsync(
                        () -> {
                            try (RepositoryConnection connection = open.getConnection()) {
                                for (int i = 0; i < 50; i++) {
                                    transactions.run(connection);
                                }
                            }
                        },
                        threads));
            }
            writers.forEach(CompletableFuture::join);
            OutboxPosition position;
            try (RepositoryConnection connection = repository.getConnection()) {
                number = OutboxStores.follow(connection, number, replica);
                position = OutboxStores.position(connection);
                assertThat(replica).isEqualTo(OutboxStores.contents(connection));
                assertThat(position.number()).isEqualTo(number).isGreaterThan(10L * round);
                assertThat(position.hash()).isEqualTo(GraphHash.ofSet(replica));
                assertThat(connection.size()).isEqualTo(replica.size());
            }
            repository.shutDown();
            repository = OutboxStores.repository(kind, scratch, QUICK);
            try (RepositoryConnection again = repository.getConnection()) {
                assertThat(OutboxStores.position(again)).isEqualTo(position);
            }
        }
        repository.shutDown();
    }

    @Test
    void aSnapshotInRangesIsTheStore() {
        SailRepository repository = OutboxStores.repository("memory", scratch, QUICK);
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.setNamespace("a", "urn:a#");
            connection.begin();
            for (int i = 0; i < 12_345; i++) {
                connection.add(VALUES.createIRI("urn:s" + i), OutboxTerms.BYTES, VALUES.createLiteral(i));
            }
            connection.commit();
            Set<Statement> replica = new HashSet<>();
            String frontier = "begin";
            for (boolean more = true; more; ) {
                List<String> chunks =
                        OutboxStores.ask(connection, OutboxTerms.snapshot(frontier, 4_000), OutboxTerms.CHUNK);
                for (String chunk : chunks) {
                    SnapshotPart part = SnapshotPart.parse(chunk);
                    OutboxStores.apply(part.frame(), replica);
                    frontier = GraphHash.format(part.through());
                    more = !part.isLast();
                }
            }
            assertThat(replica).isEqualTo(OutboxStores.contents(connection)).hasSize(12_345);
        }
        repository.shutDown();
    }

    @Test
    void aFullOutboxRefusesCommitsUntilReadersHaveFetched() {
        SailRepository repository = OutboxStores.repository(
                "memory", scratch, new OutboxSettings(null, 2_000, Duration.ofMillis(1), true, true));
        try (RepositoryConnection connection = repository.getConnection()) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            connection.add(VALUES.createIRI("urn:s" + i), OutboxTerms.BYTES, VALUES.createLiteral(i));
                        }
                    })
                    .hasMessageContaining("the outbox is full")
                    .hasMessageContaining("outbox.max.bytes");
            connection.rollback();
            Set<Statement> replica = new HashSet<>();
            long number = OutboxStores.follow(connection, 0, replica);
            assertThat(replica).isEqualTo(OutboxStores.contents(connection)).isNotEmpty();
            connection.remove((Resource) OutboxTerms.through(number), null, null, OutboxTerms.GRAPH);
            connection.add(VALUES.createIRI("urn:later"), OutboxTerms.BYTES, VALUES.createLiteral(1));
            assertThat(OutboxStores.follow(connection, number, replica)).isEqualTo(number + 1);
            assertThat(OutboxStores.ask(connection, OutboxTerms.after(0), OutboxTerms.FORGOTTEN))
                    .containsExactly(Long.toString(number));
        }
        repository.shutDown();
    }

    @Test
    void aChangeWithoutTheOutboxOrAnotherOutboxBeginsANewHistory() throws Exception {
        String first = write(1);
        assertThat(write(2)).as("nothing happened").isEqualTo(first);

        SailRepository bare = new SailRepository(OutboxStores.store("lmdb", scratch.resolve("store")));
        try (RepositoryConnection connection = bare.getConnection()) {
            connection.add(VALUES.createIRI("urn:unseen"), OutboxTerms.BYTES, VALUES.createLiteral(1));
        }
        bare.shutDown();
        String second = write(3);
        assertThat(second).as("changed without outbox").isNotEqualTo(first);

        OutboxStores.copy(scratch.resolve("store"), scratch.resolve("backup"));
        assertThat(write(4)).isEqualTo(second);
        write(5);
        OutboxStores.delete(scratch.resolve("store"));
        OutboxStores.copy(scratch.resolve("backup"), scratch.resolve("store"));
        assertThat(write(6)).as("the outbox leads on from the backup").isEqualTo(second);
        assertThat(statements()).as("nothing is lost").hasSize(7);

        OutboxStores.delete(scratch.resolve("outbox"));
        assertThat(write(7)).as("the store still knows its place").isEqualTo(second);
        SailRepository repository = OutboxStores.repository("lmdb", scratch, QUICK);
        try (RepositoryConnection connection = repository.getConnection()) {
            assertThat(OutboxStores.ask(connection, OutboxTerms.after(0), OutboxTerms.FORGOTTEN))
                    .as("what the deleted outbox had")
                    .containsExactly("4");
        }
        repository.shutDown();
        OutboxStores.delete(scratch.resolve("store"));
        assertThat(write(8)).as("an empty store").isNotEqualTo(second);
    }

    /** A new history would forget commits that no reader has fetched yet. */
    @Test
    void aStoreThatWasNotClosedAndDiffersFromItsOutboxIsRefused(@TempDir Path copy) throws Exception {
        String history = write(1);
        OutboxStores.copy(scratch.resolve("store"), scratch.resolve("backup"));
        write(2);
        SailRepository bare = new SailRepository(OutboxStores.store("lmdb", scratch.resolve("store")));
        try (RepositoryConnection connection = bare.getConnection()) {
            connection.remove(VALUES.createIRI("urn:s1"), OutboxTerms.BYTES, null);
        }
        bare.shutDown();
        Path mark = Files.createFile(scratch.resolve("outbox").resolve("open"));
        OutboxStores.copy(scratch, copy);

        assertThatThrownBy(() -> write(3))
                .hasMessageContaining("the repository was not closed, and the statements of the store have hash")
                .hasMessageContaining("Restore the store from a backup")
                .hasMessageContaining("delete " + mark);
        assertThat(mark).exists();
        OutboxStores.delete(scratch.resolve("store"));
        OutboxStores.copy(scratch.resolve("backup"), scratch.resolve("store"));
        assertThat(write(4)).as("the backup").isEqualTo(history);
        assertThat(statements()).hasSize(3);
        assertThat(mark).as("closed").doesNotExist();

        OutboxStores.delete(scratch);
        OutboxStores.copy(copy, scratch);
        Files.delete(mark);
        assertThat(write(5)).as("the store as it is").isNotEqualTo(history);
        assertThat(statements()).hasSize(2);
    }

    /** Both have the same history until a commit, and the copy is at the number at which the outbox leads on. */
    @ParameterizedTest
    @CsvSource({"true,1", "false,1", "true,2", "false,2"})
    void aCopyOfAHistoryDoesNotGoOnBesideAnotherStore(boolean checks, int commits, @TempDir Path copy)
            throws Exception {
        String history = write(1);
        OutboxStores.copy(scratch, copy);
        write(2);
        if (commits == 2) {
            write(3);
        }
        Path ahead = scratch.resolve("ahead");
        Files.move(scratch.resolve("outbox"), ahead);
        OutboxStores.delete(scratch.resolve("store"));
        OutboxStores.copy(copy.resolve("store"), scratch.resolve("store"));
        OutboxStores.copy(copy.resolve("outbox"), scratch.resolve("outbox"));
        assertThat(write(20)).isEqualTo(history);
        OutboxStores.delete(scratch.resolve("outbox"));
        Files.move(ahead, scratch.resolve("outbox"));

        SailRepository repository = OutboxStores.repository(
                "lmdb", scratch, new OutboxSettings(null, 1 << 30, Duration.ofMillis(1), false, checks));
        try (RepositoryConnection connection = repository.getConnection()) {
            OutboxPosition position = OutboxStores.position(connection);
            assertThat(position.store()).as("a new history").isNotEqualTo(history);
            assertThat(position.hash()).isEqualTo(GraphHash.ofSet(OutboxStores.contents(connection)));
            assertThat(OutboxStores.contents(connection))
                    .extracting(statement -> statement.getSubject().stringValue())
                    .containsExactlyInAnyOrder("urn:s1", "urn:s20");
        }
        repository.shutDown();
    }

    /** Number and hash are the same, because both stores got the same statement first; only the identity differs. */
    @Test
    void anOutboxOfAnotherStoreWithTheSameStatementsDoesNotLeadOn(@TempDir Path other) throws Exception {
        write(1);
        SailRepository another = OutboxStores.repository("lmdb", other, QUICK);
        String theirs;
        try (RepositoryConnection connection = another.getConnection()) {
            for (int n = 1; n <= 2; n++) {
                connection.add(VALUES.createIRI("urn:s" + n), OutboxTerms.BYTES, VALUES.createLiteral(n));
            }
            theirs = OutboxStores.position(connection).store();
        }
        another.shutDown();
        OutboxStores.copy(other.resolve("outbox"), scratch.resolve("outbox"));

        SailRepository repository = OutboxStores.repository("lmdb", scratch, QUICK);
        try (RepositoryConnection connection = repository.getConnection()) {
            assertThat(OutboxStores.contents(connection))
                    .as("nothing of the other store")
                    .hasSize(1);
            assertThat(OutboxStores.position(connection).store()).isNotEqualTo(theirs);
        }
        repository.shutDown();
    }

    /** A kill may damage one index of a NativeStore and leave the others whole. */
    @Test
    void anIndexThatDiffersFromTheOthersIsFound() throws Exception {
        Path index = scratch.resolve("store").resolve("triples-posc.dat");
        Path before = scratch.resolve("before");
        for (int n = 1; n <= 2; n++) {
            SailRepository repository = OutboxStores.repository("native", scratch, QUICK);
            try (RepositoryConnection connection = repository.getConnection()) {
                connection.add(VALUES.createIRI("urn:s" + n), OutboxTerms.BYTES, VALUES.createLiteral(n));
            }
            repository.shutDown();
            if (n == 1) {
                Files.copy(index, before);
            }
        }
        Files.copy(before, index, StandardCopyOption.REPLACE_EXISTING);
        Files.createFile(scratch.resolve("outbox").resolve("open"));
        assertThatThrownBy(() -> OutboxStores.repository("native", scratch, QUICK))
                .hasMessageContaining("the store is damaged: the statements that it finds by their predicates");
    }

    /** A kill, or a full disk, may damage the file by which a NativeStore finds its values. The position was written last. */
    @Test
    void aPositionThatIsNotFoundByItsValueIsFound() throws Exception {
        SailRepository repository = OutboxStores.repository("native", scratch, QUICK);
        OutboxPosition position;
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.add(VALUES.createIRI("urn:s"), OutboxTerms.BYTES, VALUES.createLiteral(1));
            position = OutboxStores.position(connection);
        }
        repository.shutDown();
        Path store = scratch.resolve("store");
        OutboxStores.copy(store, scratch.resolve("backup"));
        forget(store, VALUES.createLiteral(position.format()));
        assertThatThrownBy(() -> OutboxStores.repository("native", scratch, QUICK))
                .hasMessageContaining("the store is damaged: it has its position, but does not find it by its value");

        OutboxStores.delete(store);
        OutboxStores.copy(scratch.resolve("backup"), store);
        SailRepository again = OutboxStores.repository("native", scratch, QUICK);
        try (RepositoryConnection connection = again.getConnection()) {
            assertThat(OutboxStores.position(connection)).isEqualTo(position);
        }
        again.shutDown();
    }

    @Test
    void aStatementThatIsNotFoundByItsValuesIsFoundAfterAKill() throws Exception {
        for (int commit = 1; commit <= 2; commit++) {
            SailRepository repository = OutboxStores.repository("native", scratch, QUICK);
            try (RepositoryConnection connection = repository.getConnection()) {
                connection.add(VALUES.createIRI("urn:s"), OutboxTerms.BYTES, VALUES.createLiteral("v" + commit, "en"));
            }
            repository.shutDown();
        }
        forget(scratch.resolve("store"), VALUES.createLiteral("v1", "en"));
        Files.createFile(scratch.resolve("outbox").resolve("open"));
        assertThatThrownBy(() -> OutboxStores.repository("native", scratch, QUICK))
                .hasMessageContaining("the store is damaged: it has (urn:s")
                .hasMessageContaining("\"v1\"@en")
                .hasMessageContaining("but does not find it by its values");
    }

    /** Removes a value from the file that leads from the hash of a value to its number; each entry has eight bytes. */
    private static void forget(Path nativeStore, Value value) throws Exception {
        ValueStore values = new ValueStore(nativeStore.toFile());
        int number = values.getID(value);
        values.close();
        Path file = nativeStore.resolve("values.hash");
        ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(file));
        int found = 0;
        for (int at = 16; at + 8 <= entries.limit(); at += 4) { // a group of entries ends with four bytes more
            if (entries.getInt(at + 4) == number && entries.getInt(at) != 0) {
                entries.putLong(at, 0);
                found++;
            }
        }
        assertThat(found).isEqualTo(1);
        Files.write(file, entries.array());
    }

    private Set<Statement> statements() {
        SailRepository repository = OutboxStores.repository("lmdb", scratch, QUICK);
        try (RepositoryConnection connection = repository.getConnection()) {
            return OutboxStores.contents(connection);
        } finally {
            repository.shutDown();
        }
    }

    /** Opens the store, adds a statement, and returns the identity of its history. */
    private String write(int n) {
        SailRepository repository = OutboxStores.repository("lmdb", scratch, QUICK);
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.add(VALUES.createIRI("urn:s" + n), OutboxTerms.BYTES, VALUES.createLiteral(n));
            return OutboxStores.position(connection).store();
        } finally {
            repository.shutDown();
        }
    }

    /** Native and LMDB stores of RDF4J would show a commit that failed together with the next one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStoreThatFailsInACommitTakesNoMoreUntilItIsOpenedAgain(boolean isCommitted) {
        AtomicBoolean fails = new AtomicBoolean();
        NotifyingSail failing = new NotifyingSailWrapper(OutboxStores.store("memory", scratch.resolve("store"))) {
            @Override
            public NotifyingSailConnection getConnection() {
                return new NotifyingSailConnectionWrapper(super.getConnection()) {
                    @Override
                    public void commit() {
                        if (!fails.get() || isCommitted) {
                            super.commit();
                        }
                        if (fails.get()) {
                            throw new SailException("the disk is full");
                        }
                    }
                };
            }
        };
        SailRepository full = new SailRepository(new OutboxSail(failing, QUICK.in(scratch.resolve("outbox"))));
        full.init();
        try (RepositoryConnection connection = full.getConnection()) {
            connection.add(VALUES.createIRI("urn:a"), OutboxTerms.BYTES, VALUES.createLiteral(1));
            fails.set(true);
            assertThatThrownBy(
                            () -> connection.add(VALUES.createIRI("urn:b"), OutboxTerms.BYTES, VALUES.createLiteral(2)))
                    .hasMessageContaining("the disk is full");
            fails.set(false);
            assertThatThrownBy(
                            () -> connection.add(VALUES.createIRI("urn:c"), OutboxTerms.BYTES, VALUES.createLiteral(3)))
                    .hasMessageContaining("takes no commits until the repository is restarted")
                    .hasMessageContaining("the disk is full");
        }
        full.shutDown();
        Set<Statement> replica = new HashSet<>();
        SailRepository repository = OutboxStores.repository("memory", scratch, QUICK);
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.add(VALUES.createIRI("urn:d"), OutboxTerms.BYTES, VALUES.createLiteral(4));
            OutboxStores.follow(connection, 0, replica);
            assertThat(replica).isEqualTo(OutboxStores.contents(connection)).hasSize(isCommitted ? 3 : 2);
        }
        repository.shutDown();
    }

    @Test
    void theReservedGraphIsRefused() {
        SailRepository repository = OutboxStores.repository("memory", scratch, QUICK);
        try (RepositoryConnection connection = repository.getConnection()) {
            assertThatThrownBy(() -> connection.add(
                            VALUES.createIRI("urn:s"), OutboxTerms.BYTES, VALUES.createLiteral(1), (Resource)
                                    OutboxTerms.GRAPH))
                    .hasMessageContaining("reserved");
        }
        repository.shutDown();
    }
}
