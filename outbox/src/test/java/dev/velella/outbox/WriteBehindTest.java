package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.fixture.SmallDisk;
import dev.velella.outbox.inner.InnerStore;
import dev.velella.outbox.journal.Journal;
import dev.velella.rdf.GraphHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.WaitingChanges;
import org.eclipse.rdf4j.sail.lmdb.NativeMemory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits that wait in the memory of a store are safe in the outbox, until the store has written them. */
class WriteBehindTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    @TempDir
    private Path scratch;

    @BeforeEach
    void makeDirectories() {
        assertThat(scratch.resolve("store").toFile().mkdir()).isTrue();
    }

    @Test
    void theStoreWritesWhenManyChangesWait() throws Exception {
        NotifyingSail store = OutboxStores.store("lmdb", scratch.resolve("store"));
        store.init();
        WaitingChanges waiting = InnerStore.of(store).waitingChanges();
        assertThat(waiting).isNotNull();
        WriteBehind behind = new WriteBehind(waiting, Duration.ofDays(1), () -> {});
        try (Journal journal = Journal.open(scratch.resolve("outbox"), true, 1 << 20);
                GroupWriter writer = new GroupWriter(journal, store, behind, waiting)) {
            begin(journal, store);
            for (int commit = 0; commit < 20; commit++) {
                writer.write(List.of(transaction(commit, 450)));
                assertThat(waiting.exist()).as("commit %d", commit).isTrue();
            }
            writer.write(List.of(transaction(20, 1500)));
            assertThat(waiting.exist()).isFalse();
            writer.write(List.of(transaction(21, 1)));
            assertThat(waiting.exist()).isTrue();
            writer.writeStore();
            assertThat(waiting.exist()).isFalse();
            behind.stopThread();
        }
        store.shutDown();
    }

    @Test
    void theStoreWritesWhenChangesHaveWaitedForLong() throws Exception {
        NotifyingSail store = OutboxStores.store("lmdb", scratch.resolve("store"));
        store.init();
        WaitingChanges waiting = InnerStore.of(store).waitingChanges();
        assertThat(waiting).isNotNull();
        CountDownLatch asked = new CountDownLatch(1);
        WriteBehind behind = new WriteBehind(waiting, Duration.ofMillis(1), asked::countDown);
        try (Journal journal = Journal.open(scratch.resolve("outbox"), true, 1 << 20);
                GroupWriter writer = new GroupWriter(journal, store, behind, null)) {
            begin(journal, store);
            writer.write(List.of(transaction(0, 1)));
            asked.await();
            writer.writeStore();
            behind.stopThread();
        }
        store.shutDown();
    }

    /**
     * RDF4J keeps native memory for the readings of each thread, without a lock. If another thread gave some back, readings would find other
     * statements, and the process would end.
     */
    @Test
    void aThreadThatWritesGivesNoMemoryToTheThreadThatHasCommitted() throws Exception {
        NotifyingSail store = OutboxStores.store("lmdb", scratch.resolve("store"));
        store.init();
        WaitingChanges waiting = InnerStore.of(store).waitingChanges();
        assertThat(waiting).isNotNull();
        WriteBehind behind = new WriteBehind(waiting, Duration.ofDays(1), () -> {});
        try (Journal journal = Journal.open(scratch.resolve("outbox"), true, 1 << 20);
                GroupWriter writer = new GroupWriter(journal, store, behind, waiting)) {
            begin(journal, store);
            writer.write(List.of(transaction(0, 1)));
            int kept = NativeMemory.kept();
            CompletableFuture.runAsync(writer::writeStore).get();
            assertThat(waiting.exist()).isFalse();
            assertThat(NativeMemory.kept()).isEqualTo(kept).isPositive();
            behind.stopThread();
        }
        store.shutDown();
    }

    /** A reader keeps the store from writing; meanwhile a connector fetches the commits, and the outbox may forget them. */
    @ParameterizedTest
    @ValueSource(strings = {"lmdb", "native"})
    void aKillLosesNoCommitThatTheOutboxMayForget(String kind) throws Exception {
        OutboxSettings small = new OutboxSettings(null, 256 << 10, Duration.ofMinutes(1), true, true);
        SailRepository repository = OutboxStores.repository(kind, scratch, small);
        Set<Statement> expected;
        Path killed = scratch.resolve("killed");
        try (RepositoryConnection connection = repository.getConnection();
                RepositoryConnection reading = repository.getConnection()) {
            add(connection, 0);
            try (CloseableIteration<Statement> reader = reading.getStatements(null, null, null)) {
                assertThat(reader.hasNext()).isTrue();
                for (int commit = 1; commit < 150; commit++) {
                    add(connection, commit);
                    forget(connection);
                }
                assertThat(files()).isGreaterThan(3);
                expected = OutboxStores.contents(connection);
                Files.createDirectory(killed);
                OutboxStores.copy(scratch.resolve("store"), killed.resolve("store"));
                OutboxStores.copy(scratch.resolve("outbox"), killed.resolve("outbox"));
            }
            int commit = 150;
            while (files() > 2) { // until the store has written all, and the outbox is asked again
                add(connection, commit++);
                forget(connection);
            }
        }
        repository.shutDown();

        SailRepository again = OutboxStores.repository(kind, killed, small);
        try (RepositoryConnection connection = again.getConnection()) {
            assertThat(OutboxStores.differences(expected, OutboxStores.contents(connection)))
                    .isEmpty();
        }
        again.shutDown();
    }

    /** RDF4J gives commits up if it cannot write them when a reader ends: they are not written, and stay in the outbox. */
    @Test
    void commitsThatAReaderHasLostStayInTheOutbox() throws Exception {
        try (SmallDisk disk = new SmallDisk(scratch.resolve("disk"), "24m")) {
            assumeThat(disk.canBeFilled()).isTrue();
            NotifyingSail store = OutboxStores.store("native", disk.directory());
            store.init();
            WaitingChanges waiting = InnerStore.of(store).waitingChanges();
            assertThat(waiting).isNotNull();
            try (Journal journal = Journal.open(scratch.resolve("outbox"), true, 1);
                    GroupWriter writer = new GroupWriter(journal, store, null, waiting);
                    SailConnection reading = store.getConnection()) {
                begin(journal, store);
                writer.write(List.of(transaction(0, 150)));
                CloseableIteration<? extends Statement> reader = reading.getStatements(null, null, null, false);
                for (int commit = 1; commit < 40; commit++) {
                    writer.write(List.of(transaction(commit, 300)));
                }
                SmallDisk.fill(disk.directory(), 8192);
                assertThatThrownBy(reader::close).isInstanceOf(SailException.class);
                assertThat(waiting.exist()).isFalse();

                writer.writeStore();
                assertThat(writer.broken()).hasMessageContaining("the store no longer has commit 40");
                long files = files();
                journal.forget(40);
                assertThat(files()).isEqualTo(files).isGreaterThan(3);
            }
            disk.empty();
            store.shutDown();
        }
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(scratch.resolve("outbox"))) {
            return files.filter(file -> file.toString().endsWith(".outbox")).count();
        }
    }

    private static void forget(RepositoryConnection connection) {
        long number = OutboxStores.position(connection).number();
        connection.remove(OutboxTerms.through(number), null, null, OutboxTerms.GRAPH);
    }

    private static void begin(Journal journal, NotifyingSail store) throws Exception {
        OutboxPosition begin = new OutboxPosition("history", 0, GraphHash.EMPTY);
        journal.begin(begin);
        try (SailConnection connection = store.getConnection()) {
            StorePosition.set(connection, begin);
        }
    }

    private static WaitingCommit transaction(int number, int statements) {
        TransactionChanges changes = new TransactionChanges();
        for (int i = 0; i < statements; i++) {
            changes.statement(statement(number, i), true, false);
        }
        return new WaitingCommit(changes);
    }

    private static void add(RepositoryConnection connection, int commit) {
        connection.begin();
        for (int i = 0; i < 150; i++) {
            connection.add(statement(commit, i));
        }
        connection.commit();
    }

    private static Statement statement(int commit, int number) {
        return VALUES.createStatement(
                VALUES.createIRI("urn:commit:" + commit),
                VALUES.createIRI("urn:value"),
                VALUES.createLiteral("value " + number + " of commit " + commit));
    }
}
