package dev.velella.sink.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfPatch;
import dev.velella.sink.Logged;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.Stream;
import dev.velella.sink.versions.CommitTable;
import dev.velella.sink.versions.HistorySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryException;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The past of a store equals the state that the patches gave at each commit. */
class HistoryTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final List<PartitionId> PARTITIONS =
            List.of(new PartitionId("patches", 0), new PartitionId("patches", 1), new PartitionId("other", 0));
    private static final List<String> QUERIES = List.of(
            "SELECT * { ?s ?p ?o }",
            "SELECT * { GRAPH ?g { ?s ?p ?o } }",
            "SELECT * { GRAPH <urn:g:1> { ?s <urn:p:1> ?o } }",
            "SELECT * FROM <urn:g:0> { ?s <urn:p:0> ?o . ?o ?q ?x }",
            "SELECT * FROM <urn:g:0> FROM NAMED <urn:g:1> { ?s ?p ?o GRAPH ?g { ?s ?q ?x } }",
            "SELECT ?s ?o { ?s <urn:p:0>/<urn:p:1> ?o }",
            "SELECT ?s ?o { ?s <urn:p:0>+ ?o }",
            "SELECT ?s ?o { ?s (<urn:p:0>|^<urn:p:1>)* ?o FILTER(?s = <urn:s:1>) }",
            "SELECT * { ?s <urn:p:2> ?v OPTIONAL { ?s <urn:p:0> ?o . ?o <urn:p:2> ?w } }",
            "SELECT * { ?s <urn:p:2> ?v MINUS { ?s <urn:p:0> ?o } }",
            "SELECT ?p (COUNT(*) AS ?n) (MAX(?o) AS ?most) { ?s ?p ?o } GROUP BY ?p",
            "SELECT ?s { ?s <urn:p:0> <urn:s:2> } ORDER BY ?s",
            "SELECT * { ?s ?p 3 }",
            "SELECT * { <urn:s:1> ?p ?o . ?x ?y <urn:s:1> }",
            "SELECT DISTINCT ?g { { GRAPH ?g { ?s ?p ?o } } UNION { GRAPH ?g { <urn:s:3> ?p ?o } } }",
            "SELECT * { ?s <urn:p:2> ?v FILTER NOT EXISTS { ?s <urn:p:0> ?o } }");

    @TempDir
    Path directory;

    static EmbeddedTarget open(String kind, Path directory, HistorySettings history) {
        return kind.equals("memory")
                ? MemoryTarget.open(directory, "sink", Duration.ZERO, false, history)
                : LmdbTarget.open(
                        directory,
                        "sink",
                        Duration.ZERO,
                        new LmdbSettings(LmdbSettings.DEFAULT.indexes(), 64 << 20, 60_000),
                        false,
                        history);
    }

    private static Statement random(Random random) {
        IRI subject = VALUES.createIRI("urn:s:" + random.nextInt(8));
        IRI predicate = VALUES.createIRI("urn:p:" + random.nextInt(3));
        Value object = predicate.stringValue().endsWith("2")
                ? VALUES.createLiteral(random.nextInt(12))
                : VALUES.createIRI("urn:s:" + random.nextInt(8));
        int graph = random.nextInt(3);
        return graph == 2
                ? VALUES.createStatement(subject, predicate, object)
                : VALUES.createStatement(subject, predicate, object, VALUES.createIRI("urn:g:" + graph));
    }

    private static Map<List<String>, Integer> answer(RepositoryConnection connection, String query) {
        Map<List<String>, Integer> rows = new HashMap<>();
        try (TupleQueryResult result = connection.prepareTupleQuery(query).evaluate()) {
            for (BindingSet row : result) {
                rows.merge(
                        row.getBindingNames().stream()
                                .sorted()
                                .map(name -> name + "=" + row.getValue(name))
                                .toList(),
                        1,
                        Integer::sum);
            }
        }
        return rows;
    }

    /** A store with a history, and the states that its commits led to. */
    private static final class Run implements AutoCloseable {
        private final String kind;
        private final Path directory;
        private final HistorySettings settings;
        private EmbeddedTarget target;
        private Map<PartitionId, Claim> claims;
        private final Set<Statement> state = new LinkedHashSet<>();
        private final Map<Long, Set<Statement>> states = new HashMap<>();

        Run(String kind, Path directory, HistorySettings settings) {
            this.kind = kind;
            this.directory = directory;
            this.settings = settings;
            start();
        }

        void start() {
            target = open(kind, directory, settings);
            claims = new HashMap<>(target.claim(PARTITIONS));
        }

        CommitTable commits() {
            return target.history().orElseThrow().commits();
        }

        /** Applies patches of some partitions in one transaction. */
        long commit(Random random) {
            BatchBuilder batch = new BatchBuilder(target);
            for (PartitionId partition : PARTITIONS) {
                long offset = claims.get(partition).nextOffset();
                for (int patches = random.nextInt(3); patches > 0; patches--) {
                    List<Statement> deletes = new ArrayList<>();
                    for (Statement present : List.copyOf(state)) {
                        if (random.nextInt(6) == 0) {
                            deletes.add(present);
                        }
                    }
                    Set<Statement> adds = new LinkedHashSet<>();
                    for (int many = random.nextInt(8); many > 0; many--) {
                        adds.add(random(random));
                    }
                    PatchBatch.add(
                            batch,
                            partition,
                            claims.get(partition),
                            offset,
                            "k",
                            null,
                            RdfPatch.change(deletes, List.copyOf(adds)));
                    batch.eventTime(offset);
                    offset++;
                    deletes.forEach(state::remove);
                    state.addAll(adds);
                }
            }
            claims.putAll(target.apply(batch.build()));
            long number = commits().last();
            states.put(number, Set.copyOf(state));
            return number;
        }

        void assertRight(Random random, int queries) {
            CommitTable commits = commits();
            for (int i = 0; i < queries; i++) {
                long commit = commits.first() + random.nextInt((int) (commits.last() - commits.first() + 1));
                SailRepository oracle = new SailRepository(new MemoryStore());
                oracle.init();
                try (RepositoryConnection expected = oracle.getConnection();
                        RepositoryConnection past = target.connect(commit).orElseThrow()) {
                    expected.add(states.getOrDefault(commit, Set.of()));
                    String query = QUERIES.get(random.nextInt(QUERIES.size()));
                    assertThat(answer(past, query))
                            .as("%s at %d", query, commit)
                            .isEqualTo(answer(expected, query));
                } finally {
                    oracle.shutDown();
                }
            }
        }

        Set<Statement> at(long commit) {
            try (RepositoryConnection past = target.connect(commit).orElseThrow()) {
                return past.getStatements(null, null, null, false).stream()
                        .map(found -> VALUES.createStatement(
                                found.getSubject(), found.getPredicate(), found.getObject(), found.getContext()))
                        .collect(Collectors.toSet());
            }
        }

        void assertAllRight() {
            CommitTable commits = commits();
            for (long commit = commits.first(); commit <= commits.last(); commit++) {
                Set<Statement> found = at(commit).stream()
                        .filter(statement ->
                                !String.valueOf(statement.getContext()).startsWith("urn:velella:system"))
                        .collect(Collectors.toSet());
                assertThat(quads(found)).isEqualTo(quads(states.getOrDefault(commit, Set.of())));
            }
        }

        void stop() {
            target.close();
        }

        @Override
        public void close() {
            stop();
        }
    }

    private static Set<List<Object>> quads(Set<Statement> statements) {
        return statements.stream()
                .map(statement -> List.<Object>of(
                        statement.getSubject(),
                        statement.getPredicate(),
                        statement.getObject(),
                        String.valueOf(statement.getContext())))
                .collect(Collectors.toSet());
    }

    private static void property(String kind, long seed) throws IOException {
        Path directory = Files.createTempDirectory("history");
        Random random = new Random(seed);
        try (Run run = new Run(kind, directory, HistorySettings.FOR_EVER)) {
            for (int i = 0; i < 30; i++) {
                run.commit(random);
                if (random.nextInt(8) == 0) {
                    run.target.checkpoint();
                }
                if (random.nextInt(10) == 0) {
                    run.stop();
                    run.start();
                }
            }
            run.assertRight(random, 40);
            run.assertAllRight();
        } finally {
            dev.velella.sink.directory.StorePlaces.delete(directory);
        }
    }

    @Property(tries = 5)
    void answersAsOfACommitEqualThoseOfAStoreThatHasReplayedThePatches(@ForAll long seed) throws IOException {
        property("memory", seed);
    }

    @Property(tries = 2)
    void answersOfAStoreOnDiskAsOfACommitEqualThem(@ForAll long seed) throws IOException {
        property("lmdb", seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aCommitHasItsPartitionsAndTimes(String kind) {
        try (Run run = new Run(kind, directory, HistorySettings.FOR_EVER)) {
            long number = run.commit(new Random(5));
            CommitRecord commit = run.commits().get(number);
            assertThat(commit.offsets()).isNotEmpty();
            commit.offsets().forEach((id, next) -> assertThat(run.claims.get(id).nextOffset())
                    .isEqualTo(next));
            assertThat(commit.eventTimeMs()).isGreaterThanOrEqualTo(0);
            assertThat(run.commits().lastUntil(commit.wallClockMs(), CommitRecord::wallClockMs))
                    .isEqualTo(number);
            assertThat(run.target.connect(number + 1)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void thePastCannotBeWritten(String kind) {
        try (Run run = new Run(kind, directory, HistorySettings.FOR_EVER)) {
            long number = run.commit(new Random(5));
            try (RepositoryConnection past = run.target.connect(number).orElseThrow()) {
                assertThatThrownBy(() -> past.add(Stream.statement("a", 1, null)))
                        .isInstanceOf(RepositoryException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void whatIsOlderThanTheRetentionIsForgottenButNotWhileItIsRead(String kind) {
        Random random = new Random(3);
        try (Run run = new Run(kind, directory, new HistorySettings(true, 0))) {
            long read = run.commit(random);
            Set<List<Object>> expected = quads(run.states.get(read));
            if (kind.equals("memory")) {
                run.target.checkpoint();
                try (RepositoryConnection reader = run.target.connect(read).orElseThrow()) {
                    for (int i = 0; i < 40; i++) {
                        run.commit(random);
                        run.target.checkpoint();
                    }
                    assertThat(run.target.connect(read)).isEmpty();
                    assertThat(quads(reader.getStatements(null, null, null, false).stream()
                                    .collect(Collectors.toSet())))
                            .isEqualTo(expected);
                }
            } else {
                for (int i = 0; i < 40; i++) {
                    run.commit(random);
                }
            }
            assertThat(run.commits().first()).isGreaterThan(read + 20);
            run.assertAllRight();
            run.stop();
            run.start();
            assertThat(run.commits().first()).isGreaterThan(read + 20);
            run.assertAllRight();
            run.commit(random);
            run.assertAllRight();
        }
    }

    @Test
    void aJournalInWhichAByteWasChangedIsNamedAndNoPastIsMadeUp() throws IOException {
        Path journal = directory.resolve(dev.velella.sink.directory.StorePlaces.JOURNAL);
        Random random = new Random(1);
        try (Run run = new Run("memory", directory, HistorySettings.FOR_EVER)) {
            for (int i = 0; i < 10; i++) {
                run.commit(random);
            }
            long last = run.commits().last();
            run.target.checkpoint();
            run.stop();
            byte[] bytes = Files.readAllBytes(journal);
            bytes[bytes.length / 2] ^= 1;
            Files.write(journal, bytes);
            assertThat(Logged.by(run::start))
                    .contains("The history of the store in " + directory + " cannot be read up to its commit " + last);
            assertThat(run.commits().first()).isEqualTo(last + 1);
            run.states.put(last + 1, Set.copyOf(run.state));
            run.assertAllRight();
        }
    }

    /** Each commit replaces 500 statements, and each tenth brings the values of the first one again. */
    @Test
    void aJournalThatIsMostlyForgottenIsWrittenAnew() throws IOException {
        Path journal = directory.resolve(dev.velella.sink.directory.StorePlaces.JOURNAL);
        long size = 0;
        int shrinks = 0;
        try (Run run = new Run("memory", directory, new HistorySettings(true, 0))) {
            for (int i = 0; i < 60; i++) {
                BatchBuilder batch = new BatchBuilder(run.target);
                PartitionId partition = PARTITIONS.get(0);
                Claim claim = run.claims.get(partition);
                List<Statement> before = List.copyOf(run.state);
                run.state.clear();
                for (int value = 0; value < 500; value++) {
                    run.state.add(VALUES.createStatement(
                            VALUES.createIRI("urn:s:" + value),
                            VALUES.createIRI("urn:p"),
                            VALUES.createLiteral("value ".repeat(20) + value + " of " + (i % 10 == 0 ? 0 : i))));
                }
                PatchBatch.add(
                        batch,
                        partition,
                        claim,
                        claim.nextOffset(),
                        "k",
                        null,
                        RdfPatch.change(before, List.copyOf(run.state)));
                run.claims.putAll(run.target.apply(batch.build()));
                run.states.put(run.commits().last(), Set.copyOf(run.state));
                run.target.checkpoint();
                shrinks += Files.size(journal) < size ? 1 : 0;
                size = Files.size(journal);
            }
            assertThat(shrinks).isPositive();
            assertThat(run.commits().first()).isGreaterThan(50);
            run.assertAllRight();
            run.stop();
            run.start();
            assertThat(run.commits().first()).isGreaterThan(50);
            run.assertAllRight();
        }
    }

    /** With this property, RDF4J refuses to close a connection that has left an iteration open. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void everyIterationIsClosed(String kind) {
        System.setProperty("org.eclipse.rdf4j.repository.debug", "true");
        try (Run run = new Run(kind, directory, HistorySettings.FOR_EVER)) {
            Random random = new Random(5);
            run.commit(random);
            run.target.checkpoint();
            run.stop();
            run.start();
            run.commit(random);
            run.assertAllRight();
        } finally {
            System.clearProperty("org.eclipse.rdf4j.repository.debug");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aStoreThatWasWrittenToWithoutAHistoryBeginsAnother(String kind) {
        Random random = new Random(4);
        long last;
        Set<Statement> state;
        try (Run run = new Run(kind, directory, HistorySettings.FOR_EVER)) {
            run.commit(random);
            last = run.commit(random);
            state = Set.copyOf(run.state);
        }
        Statement added = Stream.statement("alone", 1, null);
        try (EmbeddedTarget target = open(kind, directory, HistorySettings.NONE)) {
            Claim claim = target.claim(PARTITIONS).get(PARTITIONS.get(0));
            BatchBuilder batch = new BatchBuilder(target);
            PatchBatch.add(
                    batch,
                    PARTITIONS.get(0),
                    claim,
                    claim.nextOffset(),
                    null,
                    null,
                    RdfPatch.change(List.of(), List.of(added)));
            target.apply(batch.build());
            assertThat(target.history()).isEmpty();
        }
        try (Run run = new Run(kind, directory, HistorySettings.FOR_EVER)) {
            assertThat(run.commits().first()).isEqualTo(last + 1);
            Set<Statement> expected = new HashSet<>(state);
            expected.add(added);
            assertThat(quads(run.at(last + 1))).isEqualTo(quads(expected));
            run.state.addAll(expected);
            run.states.put(last + 1, expected);
            run.commit(random);
            run.assertAllRight();
        }
    }

    /** Every commit moves a token from one subject to another, so half a commit shows none or two. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void readersNeverSeeHalfACommit(String kind) throws Exception {
        int queries = Integer.getInteger("velella.isolation.queries", 100);
        String tokens = "SELECT ?s { ?s <urn:test:value> ?o . ?t <urn:test:value> ?o . }";
        try (Run run = new Run(kind, directory, HistorySettings.FOR_EVER)) {
            PartitionId first = PARTITIONS.get(0);
            PartitionId second = PARTITIONS.get(1);
            AtomicBoolean done = new AtomicBoolean();
            move(run, 0, first, second);
            CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < queries; i++) {
                        try (RepositoryConnection present = run.target.connect()) {
                            assertThat(answer(present, tokens).values()).containsExactly(1);
                        }
                        try (RepositoryConnection past =
                                run.target.connect(run.commits().last()).orElseThrow()) {
                            assertThat(answer(past, tokens).values()).containsExactly(1);
                        }
                    }
                } finally {
                    done.set(true);
                }
            });
            for (int i = 1; !done.get(); i++) {
                move(run, i, first, second);
            }
            reader.get();
        }
    }

    /** One transaction: one partition takes the token away, another one puts it elsewhere. */
    private static void move(Run run, int step, PartitionId takes, PartitionId puts) {
        BatchBuilder batch = new BatchBuilder(run.target);
        if (step > 0) {
            Statement old = Stream.statement("holder" + (step - 1), 1, null);
            PatchBatch.add(
                    batch,
                    takes,
                    run.claims.get(takes),
                    run.claims.get(takes).nextOffset(),
                    null,
                    null,
                    RdfPatch.change(List.of(old), List.of()));
        }
        PatchBatch.add(
                batch,
                puts,
                run.claims.get(puts),
                run.claims.get(puts).nextOffset(),
                null,
                null,
                RdfPatch.change(List.of(), List.of(Stream.statement("holder" + step, 1, null))));
        run.claims.putAll(run.target.apply(batch.build()));
    }
}
