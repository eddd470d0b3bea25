package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxTerms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.transaction.IsolationLevel;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailConnectionWrapper;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailWrapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever fails inside a transaction: the next one is right and durable, or the outbox takes none until the repository was opened
 * again, and then all is right. The disk that is full has tests of its own, {@link OutboxFullDiskTest}.
 */
class FailedTransactionTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Value TRIPLE =
            VALUES.createTriple(VALUES.createIRI("urn:a"), VALUES.createIRI("urn:b"), VALUES.createIRI("urn:c"));

    @TempDir
    private Path scratch;

    /** RDF4J's stores find it out only when they write: commits that were acknowledged would be lost. */
    @ParameterizedTest
    @CsvSource({"lmdb, triple", "native, triple", "lmdb, 256", "native, 128"})
    void aValueThatTheStoreCannotHoldIsRefusedAtOnce(String kind, String value) {
        Value refused = value.equals("triple") ? TRIPLE : tagged(Integer.parseInt(value));
        SailRepository repository = OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT);
        try (RepositoryConnection connection = repository.getConnection();
                RepositoryConnection other = repository.getConnection()) {
            add(connection, 1);
            assertThatThrownBy(() -> connection.add(VALUES.createIRI("urn:s"), OutboxTerms.BYTES, refused))
                    .hasMessageContaining(
                            kind.equals("lmdb") ? "an LmdbStore cannot hold" : "a NativeStore cannot hold")
                    .hasMessageContaining("so this statement was not added: (urn:s");
            add(other, 2);
            assertStatements(other, List.of(1, 2));

            connection.rollback();
            connection.begin();
            add(connection, 3);
            assertThatThrownBy(() -> connection.add(VALUES.createIRI("urn:s"), OutboxTerms.BYTES, refused))
                    .hasMessageContaining("cannot hold");
            connection.rollback();
            add(other, 4);
            assertStatements(other, List.of(1, 2, 4));
        }
        repository.shutDown();
        assertAfterRestart(kind, List.of(1, 2, 4));
    }

    /** The longest language tags that the stores hold. */
    @ParameterizedTest
    @CsvSource({"lmdb, 255", "native, 127", "memory, 1000"})
    void aValueThatTheStoreCanHoldIsHeld(String kind, int length) {
        SailRepository repository = OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT);
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.add(VALUES.createIRI("urn:s"), OutboxTerms.BYTES, tagged(length));
            if (kind.equals("memory")) {
                connection.add(VALUES.createIRI("urn:s"), OutboxTerms.BYTES, TRIPLE);
            }
        }
        repository.shutDown();
        SailRepository again = OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT);
        try (RepositoryConnection connection = again.getConnection()) {
            Set<Statement> replica = new HashSet<>();
            OutboxStores.follow(connection, 0, replica);
            assertThat(replica).isEqualTo(OutboxStores.contents(connection)).hasSize(kind.equals("memory") ? 2 : 1);
            assertThat(connection.hasStatement(VALUES.createIRI("urn:s"), OutboxTerms.BYTES, tagged(length), false))
                    .isTrue();
        }
        again.shutDown();
    }

    private static Value tagged(int length) {
        return VALUES.createLiteral("value", tag(length));
    }

    private static String tag(int length) {
        return "x" + "-abcdefgh".repeat(200).substring(0, length - 1);
    }

    /** An interrupt closes a channel of Java's, and with it the files of an outbox that uses one. */
    @ParameterizedTest
    @CsvSource({
        "memory, begun", "memory, hasStatement", "memory, prepare", "memory, commit", "memory, after commit",
        "native, begun", "native, hasStatement", "native, prepare", "native, commit", "native, after commit",
        "lmdb, begun", "lmdb, hasStatement", "lmdb, prepare", "lmdb, commit", "lmdb, after commit",
    })
    void anInterruptTakesNoCommitAndNoFileWithIt(String kind, String step) {
        AtomicReference<String> failing = new AtomicReference<>("");
        SailRepository repository =
                failing(kind, failing, () -> Thread.currentThread().interrupt());
        List<Integer> committed = new ArrayList<>(List.of(1));
        try (RepositoryConnection connection = repository.getConnection();
                RepositoryConnection other = repository.getConnection()) {
            add(connection, 1);
            connection.begin();
            add(connection, 1); // is there already, so no commit has it
            add(connection, 2);
            failing.set(step);
            if (step.equals("begun")) {
                Thread.currentThread().interrupt();
            }
            try {
                connection.commit();
                committed.add(2);
            } catch (RepositoryException e) {
                assertThat(Thread.interrupted()).as("still interrupted").isTrue();
                connection.rollback();
                Thread.currentThread().interrupt();
            }
            failing.set("");
            assertThat(OutboxStores.ask(other, OutboxTerms.after(0), OutboxTerms.PART))
                    .hasSizeBetween(committed.size(), 2);
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            try {
                add(other, 3);
                committed.add(3);
                assertStatements(other, committed);
            } catch (RepositoryException e) {
                assertThat(e).hasMessageContaining("takes no commits until the repository is restarted");
            }
        }
        repository.shutDown();
        assertAfterRestart(kind, committed);
    }

    /** The last reader to end writes what others have committed. */
    @ParameterizedTest
    @CsvSource({"native, result", "native, rollback", "native, close", "lmdb, result", "lmdb, close"})
    void aReaderThatIsInterruptedLosesNoCommitOfOthers(String kind, String end) throws Exception {
        SailRepository repository = OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT);
        List<Integer> many = IntStream.range(100, 10_100).boxed().toList();
        List<Integer> written = new ArrayList<>(List.of(1, 2, 3, 4));
        try (RepositoryConnection other = repository.getConnection()) {
            add(other, 1);
            RepositoryConnection reading = repository.getConnection();
            AutoCloseable reader = OutboxFullDiskTest.begin(reading, end);
            add(other, 2);
            add(other, 3);
            if (kind.equals("lmdb")) { // after so many changes the reader of the outbox itself has ended
                other.add(many.stream().map(FailedTransactionTest::statement).toList());
                written.addAll(many);
            }
            Thread.currentThread().interrupt();
            reader.close();
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            if (reading.isOpen()) {
                reading.close();
            }
            add(other, 4);
            assertStatements(other, written);
        }
        repository.shutDown();
        assertAfterRestart(kind, written);
    }

    @ParameterizedTest
    @CsvSource({
        "memory, begin",
        "memory, hasStatement",
        "memory, addStatement",
        "memory, flush",
        "memory, prepare",
        "memory, commit",
        "memory, after commit",
        "memory, addStatement rollback",
        "native, begin",
        "native, hasStatement",
        "native, addStatement",
        "native, flush",
        "native, prepare",
        "native, commit",
        "native, after commit",
        "native, addStatement rollback",
        "lmdb, begin",
        "lmdb, hasStatement",
        "lmdb, addStatement",
        "lmdb, flush",
        "lmdb, prepare",
        "lmdb, commit",
        "lmdb, after commit",
        "lmdb, addStatement rollback",
    })
    void withoutMemoryInAStepNothingIsLostAndNothingElseIsWritten(String kind, String steps) {
        AtomicReference<String> failing = new AtomicReference<>("");
        SailRepository repository = failing(kind, failing, () -> {
            throw new OutOfMemoryError("none is left");
        });
        boolean goesOn = true;
        try (RepositoryConnection connection = repository.getConnection();
                RepositoryConnection other = repository.getConnection()) {
            add(connection, 1);
            connection.begin();
            add(connection, 2);
            failing.set(steps);
            assertThatThrownBy(connection::commit).hasStackTraceContaining("none is left");
            failing.set("");
            try {
                add(other, 3);
            } catch (RuntimeException e) {
                assertThat(e).hasMessageContaining("takes no commits until the repository is restarted");
                goesOn = false;
            }
            if (goesOn) {
                assertStatements(other, List.of(1, 3));
            }
        }
        repository.shutDown();
        if (goesOn) {
            assertAfterRestart(kind, List.of(1, 3));
        } else if (steps.equals("after commit")) {
            assertAfterRestart(kind, List.of(1, 2)); // it was committed, and nobody could know
        } else {
            assertAfterRestart(kind, List.of(1));
        }
    }

    private SailRepository failing(String kind, AtomicReference<String> failing, Runnable failure) {
        SailRepository repository = new SailRepository(new OutboxSail(
                new NotifyingSailWrapper(OutboxStores.store(kind, scratch.resolve("store"))) {
                    @Override
                    public NotifyingSailConnection getConnection() {
                        return new Failing(super.getConnection(), failing, failure);
                    }
                },
                OutboxSettings.DEFAULT.in(scratch.resolve("outbox"))));
        repository.init();
        return repository;
    }

    /** Steps fail that were named. A failure has happened before its step, if it is not named otherwise. */
    private static final class Failing extends NotifyingSailConnectionWrapper {
        private final AtomicReference<String> failing;
        private final Runnable failure;

        Failing(NotifyingSailConnection connection, AtomicReference<String> failing, Runnable failure) {
            super(connection);
            this.failing = failing;
            this.failure = failure;
        }

        private void step(String name) {
            if (List.of(failing.get().split(" (?!commit)")).contains(name)) {
                failure.run();
            }
        }

        @Override
        public void begin(@Nullable IsolationLevel level) {
            step("begin");
            super.begin(level);
        }

        @Override
        public boolean hasStatement(
                @Nullable Resource subject,
                @Nullable IRI predicate,
                @Nullable Value object,
                boolean includeInferred,
                @Nullable Resource... contexts) {
            step("hasStatement");
            return super.hasStatement(subject, predicate, object, includeInferred, contexts);
        }

        @Override
        public void addStatement(Resource subject, IRI predicate, Value object, @Nullable Resource... contexts) {
            step("addStatement");
            super.addStatement(subject, predicate, object, contexts);
        }

        @Override
        public void flush() {
            step("flush");
            super.flush();
        }

        @Override
        public void prepare() {
            step("prepare");
            super.prepare();
        }

        @Override
        public void commit() {
            step("commit");
            super.commit();
            step("after commit");
        }

        @Override
        public void rollback() {
            step("rollback");
            super.rollback();
        }
    }

    private static void add(RepositoryConnection connection, int number) {
        connection.add(statement(number));
    }

    private static Statement statement(int number) {
        return VALUES.createStatement(
                VALUES.createIRI("urn:s" + number), OutboxTerms.BYTES, VALUES.createLiteral("value " + number));
    }

    private static void assertStatements(RepositoryConnection connection, List<Integer> numbers) {
        Set<Statement> expected = new HashSet<>();
        for (int number : numbers) {
            expected.add(statement(number));
        }
        assertThat(OutboxStores.contents(connection)).isEqualTo(expected);
        Set<Statement> replica = new HashSet<>();
        OutboxStores.follow(connection, 0, replica);
        assertThat(replica).as("what the outbox tells").isEqualTo(expected);
        try (CloseableIteration<Statement> all = connection.getStatements(null, null, null)) {
            assertThat(all.hasNext()).isTrue();
        }
    }

    private void assertAfterRestart(String kind, List<Integer> numbers) {
        SailRepository again = OutboxStores.repository(kind, scratch, OutboxSettings.DEFAULT);
        try (RepositoryConnection connection = again.getConnection()) {
            assertStatements(connection, numbers);
        } finally {
            again.shutDown();
        }
    }
}
