package dev.velella.sink.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.StoreStatus;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.versions.HistorySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.ReaderPlaces;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LmdbTargetTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final Statement DEFAULT = Stream.statement("a", 1, null);
    private static final Statement IN_G = Stream.statement("a", 1, "urn:g");
    private static final LmdbSettings SETTINGS = new LmdbSettings("spoc,posc,ospc", 64 << 20, 60_000);

    @TempDir
    Path directory;

    private LmdbTarget target;
    private Claim claim;

    @BeforeEach
    void open() {
        open(SETTINGS);
    }

    private void open(LmdbSettings settings) {
        target = LmdbTarget.open(directory, "sink", Duration.ZERO, settings);
        claim = target.claim(List.of(P0)).get(P0);
    }

    @AfterEach
    void close() {
        target.close();
    }

    private void apply(PatchOperation... rows) {
        apply(List.of(rows));
    }

    private void apply(List<PatchOperation> rows) {
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, claim.nextOffset(), "k", null, new RdfPatch(rows));
        claim = target.apply(batch.build()).get(P0);
    }

    private boolean has(Statement statement) {
        try (RepositoryConnection connection = target.connect()) {
            return connection.hasStatement(
                    statement.getSubject(), statement.getPredicate(), statement.getObject(), false, new Resource[] {
                        statement.getContext()
                    });
        }
    }

    @Test
    void statementsOfTheDefaultGraphAndOfNamedGraphsAreApart() {
        apply(new PatchOperation.Add(DEFAULT), new PatchOperation.Add(IN_G));
        apply(new PatchOperation.Delete(DEFAULT));
        assertThat(has(DEFAULT)).isFalse();
        assertThat(has(IN_G)).isTrue();

        apply(new PatchOperation.Add(DEFAULT), new PatchOperation.Delete(IN_G));
        assertThat(has(DEFAULT)).isTrue();
        assertThat(has(IN_G)).isFalse();
    }

    @Test
    void aStoreOfALaterLayoutIsRefusedBeforeItsHistoryIsEnded() {
        HistorySettings history = HistorySettings.FOR_EVER;
        target.close();
        target = LmdbTarget.open(directory, "sink", Duration.ZERO, SETTINGS, false, history);
        claim = target.claim(List.of(P0)).get(P0);
        apply(new PatchOperation.Add(DEFAULT));
        target.close();
        layout(2, 3);
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("has layout 3; this version knows layouts 1 and 2");
        layout(3, 2);
        target = LmdbTarget.open(directory, "sink", Duration.ZERO, SETTINGS, false, history);
        assertThat(target.history().orElseThrow().commits().first()).isEqualTo(1);
    }

    /** Writes another layout with RDF4J alone. */
    private void layout(long before, long after) {
        SailRepository store =
                new SailRepository(new LmdbStore(directory.resolve("lmdb").toFile()));
        try (RepositoryConnection connection = store.getConnection()) {
            connection.remove(SystemGraph.GRAPH, SystemGraph.LAYOUT, VALUES.createLiteral(before), SystemGraph.GRAPH);
            connection.add(SystemGraph.GRAPH, SystemGraph.LAYOUT, VALUES.createLiteral(after), SystemGraph.GRAPH);
        } finally {
            store.shutDown();
        }
    }

    @Test
    void whatIsAppliedIsDurableAndIsThereAgain() {
        apply(new PatchOperation.Add(DEFAULT));
        assertThat(target.isCheckpointNeeded()).isFalse();
        assertThat(target.durableOffsets()).containsEntry(P0, 1L);
        String id = target.storeId();
        target.close();
        open();

        assertThat(target.storeId()).isEqualTo(id);
        assertThat(claim).isEqualTo(new Claim(2, 1L));
        assertThat(has(DEFAULT)).isTrue();
        assertThat(target.status().statements()).isEqualTo(1);
    }

    /** RDF4J 5.2.0 frees one and loses the other, see {@code findings/rdf4j-lmdb-values-of-one-hash.sh}. */
    @Test
    void ofTwoValuesWithOneHashOneIsDeletedAndTheOtherStays() {
        Statement first = named("plumless");
        Statement second = named("buckeroo");
        for (Statement deleted : List.of(first, second)) {
            Statement other = deleted.equals(first) ? second : first;
            apply(new PatchOperation.Add(first));
            apply(new PatchOperation.Add(second));
            apply(new PatchOperation.Delete(deleted));
            assertThat(has(deleted)).isFalse();
            assertThat(has(other)).isTrue();
            apply(new PatchOperation.Delete(other));
            assertThat(target.status().statements()).isZero();
        }
    }

    private static Statement named(String end) {
        return SimpleValueFactory.getInstance()
                .createStatement(
                        Stream.iri("urn:s"),
                        Stream.iri("urn:p"),
                        SimpleValueFactory.getInstance().createLiteral("one of two values: " + end),
                        Stream.iri("urn:g"));
    }

    /** A transaction that outlives its thread can be ended when the store is closed already, which ends the process. */
    @Test
    void aThreadThatHasReadLeavesNoTransactionBehind() throws Exception {
        for (int i = 0; i < 100; i++) {
            apply(i % 2 == 0 ? new PatchOperation.Add(DEFAULT) : new PatchOperation.Delete(DEFAULT));
            Thread reader = new Thread(() -> has(DEFAULT));
            reader.start();
            reader.join();
        }
        try (RepositoryConnection connection = target.connect()) {
            LmdbStore store = (LmdbStore) ((SailRepository) connection.getRepository()).getSail();
            assertThat(ReaderPlaces.most(store)).isLessThan(5);
        }
    }

    @Test
    void statusCountsRealChangesOnly() {
        apply(new PatchOperation.Add(DEFAULT), new PatchOperation.Add(IN_G));
        apply(new PatchOperation.Add(DEFAULT), new PatchOperation.Delete(Stream.statement("absent", 1, null)));
        Stream stream = new Stream("device", 3);
        BatchBuilder batch = new BatchBuilder(target);
        for (int i = 0; i < 2; i++) {
            Stream.Numbered patch = stream.next();
            PatchBatch.add(batch, P0, claim, 2 + i, "device", patch.position(), patch.patch());
        }
        target.apply(batch.build());

        StoreStatus status = target.status();
        assertThat(status.statements()).isEqualTo(2 + stream.size());
        assertThat(status.streams()).isEqualTo(1);
        assertThat(status.partitions()).containsExactly(new StoreStatus.Partition("patches", 0, 4, 4));
        target.reopen();
        assertThat(target.status()).isEqualTo(status);
    }

    /** Values come and go, their numbers are used again: look-ups and scans have to agree with the stream. */
    @Test
    void aStreamOfReplacementsLeavesExactlyItsLastState() {
        target.close();
        open(new LmdbSettings("spoc,posc,ospc", 64 << 20, 1));
        Set<Statement> state = new HashSet<>();
        for (int round = 0; round < 60; round++) {
            List<PatchOperation> rows = new ArrayList<>();
            for (Statement old : state) {
                rows.add(new PatchOperation.Delete(old));
            }
            state.clear();
            for (int i = 0; i < 40; i++) {
                state.add(Stream.statement("s" + i, (long) round % 7 * 1000 + i, i % 3 == 0 ? null : "urn:g" + round));
            }
            state.forEach(statement -> rows.add(new PatchOperation.Add(statement)));
            apply(rows);
            if (round % 20 == 19) {
                target.reopen();
                claim = target.claim(List.of(P0)).get(P0);
            }
            assertThat(target.status().statements()).isEqualTo(40);
        }

        assertThat(data()).isEqualTo(state);
        assertThat(state).allMatch(this::has);
    }

    private Set<Statement> data() {
        Set<Statement> data = new HashSet<>();
        try (RepositoryConnection connection = target.connect()) {
            connection.getStatements(null, null, null, false).forEach(statement -> {
                if (!ReservedGraphs.isReserved(statement.getContext())) {
                    data.add(SimpleValueFactory.getInstance()
                            .createStatement(
                                    statement.getSubject(),
                                    statement.getPredicate(),
                                    statement.getObject(),
                                    statement.getContext()));
                }
            });
        }
        return data;
    }

    @Test
    void blankNodesAndLongTextsKeepTheirIdentity() {
        ValueFactory values = SimpleValueFactory.getInstance();
        Statement statement = values.createStatement(
                values.createBNode("b1"),
                Stream.iri("urn:p"),
                values.createLiteral("long ".repeat(2_000), "de-CH"),
                values.createBNode("g"));
        apply(new PatchOperation.Add(statement));
        target.reopen();
        claim = target.claim(List.of(P0)).get(P0);
        assertThat(has(statement)).isTrue();

        apply(new PatchOperation.Delete(statement));
        assertThat(has(statement)).isFalse();
    }

    @Test
    void aTripleTermIsRefusedBeforeTheTransaction() {
        ValueFactory values = SimpleValueFactory.getInstance();
        Statement star = values.createStatement(
                values.createTriple(Stream.iri("urn:s"), Stream.iri("urn:q"), values.createLiteral("x")),
                Stream.iri("urn:p"),
                values.createLiteral("y"));
        assertThatThrownBy(() -> apply(new PatchOperation.Add(IN_G), new PatchOperation.Add(star)))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("triple term")
                .hasMessageContaining("target=memory");
        apply(new PatchOperation.Add(DEFAULT));
        assertThat(has(DEFAULT)).isTrue();
        assertThat(has(IN_G)).isFalse();
    }

    @Test
    void prefixesAreBoundWhereAbsentAndKeptInTheSystemGraph() throws IOException {
        apply(new PatchOperation.AddNamespace("ex", Stream.iri("urn:first:"), null));
        apply(new PatchOperation.AddNamespace("ex", Stream.iri("urn:second:"), null));
        apply(new PatchOperation.AddNamespace("", Stream.iri("urn:empty:"), null));
        Path file = directory.resolve("lmdb/namespaces.dat");
        assertThat(file).exists();
        target.close();
        Files.write(file, new byte[] {'n'}); // as a crash while it is written would leave it
        open();

        try (RepositoryConnection connection = target.connect()) {
            assertThat(connection.getNamespace("ex")).isEqualTo("urn:first:");
            assertThat(connection.getNamespace("")).isEqualTo("urn:empty:");
        }
    }

    @Test
    void aTransactionWaitsForAQueryAndIsDurableAfterwards() throws Exception {
        apply(new PatchOperation.Add(DEFAULT));
        CompletableFuture<Void> applied;
        try (RepositoryConnection connection = target.connect();
                TupleQueryResult result =
                        connection.prepareTupleQuery("SELECT * { ?s ?p ?o }").evaluate()) {
            applied = CompletableFuture.runAsync(() -> apply(new PatchOperation.Add(IN_G)));
            CompletableFuture<Void> waiting = applied;
            assertThatThrownBy(() -> waiting.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(result.stream().count()).isEqualTo(1);
        }
        applied.get(240, TimeUnit.SECONDS);
        assertThat(target.durableOffsets()).containsEntry(P0, 2L);
        assertThat(has(IN_G)).isTrue();
    }

    @Test
    void aFullStoreSaysWhatToRaiseAndGoesOnWithMoreRoom() {
        target.close();
        LmdbSettings small = new LmdbSettings("spoc,posc,ospc", 1 << 20, 60_000);
        Path other = directory.resolve("small");
        try (LmdbTarget full = LmdbTarget.open(other, "sink", Duration.ZERO, small)) {
            Claim first = full.claim(List.of(P0)).get(P0);
            List<PatchOperation> rows = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                rows.add(new PatchOperation.Add(Stream.statement("s" + i, i, "urn:g" + i % 10)));
            }
            BatchBuilder batch = new BatchBuilder(full);
            PatchBatch.add(batch, P0, first, 0, "k", null, new RdfPatch(rows));
            assertThatThrownBy(() -> full.apply(batch.build()))
                    .isInstanceOf(StoreFailedException.class)
                    .hasMessageContaining("is full")
                    .hasMessageContaining("lmdb.map.size.bytes");
            assertThatThrownBy(() -> full.claim(List.of(P0))).hasMessageContaining("must be reopened");
            full.reopen();
            assertThat(full.claim(List.of(P0)).get(P0)).isEqualTo(new Claim(2, 0L));
            assertThat(full.status().statements()).isZero();
        }
        try (LmdbTarget more = LmdbTarget.open(other, "sink", Duration.ZERO, SETTINGS)) {
            Claim third = more.claim(List.of(P0)).get(P0);
            BatchBuilder batch = new BatchBuilder(more);
            List<PatchOperation> rows = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                rows.add(new PatchOperation.Add(Stream.statement("s" + i, i, "urn:g" + i % 10)));
            }
            PatchBatch.add(batch, P0, third, 0, "k", null, new RdfPatch(rows));
            more.apply(batch.build());
            assertThat(more.status().statements()).isEqualTo(20_000);
        }
        open();
    }

    @Test
    void aStaleClaimIsRefusedAndChangesNothing() {
        Claim old = claim;
        target.claim(List.of(P0));
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, old, 0, "k", null, new RdfPatch(List.of(new PatchOperation.Add(DEFAULT))));

        assertThatThrownBy(() -> target.apply(batch.build())).isInstanceOf(StaleClaimException.class);
        assertThat(has(DEFAULT)).isFalse();
    }

    @Test
    void theDirectoryOfAMemoryStoreIsRefused() {
        Path other = directory.resolve("memory");
        MemoryTarget.open(other, "sink", Duration.ZERO).close();
        assertThatThrownBy(() -> LmdbTarget.open(other, "sink", Duration.ZERO, SETTINGS))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("target=memory");
        MemoryTarget.open(other, "sink", Duration.ZERO).close();
        assertThatThrownBy(() -> MemoryTarget.open(directory.resolve("lmdb/.."), "sink", Duration.ZERO))
                .isInstanceOf(StoreFailedException.class);
        target.close();
        assertThatThrownBy(() -> MemoryTarget.open(directory, "sink", Duration.ZERO))
                .hasMessageContaining("target=lmdb");
    }

    @Test
    void damagedFilesAreReportedAndFreeTheDirectory() throws IOException {
        apply(new PatchOperation.Add(DEFAULT));
        target.close();
        Path values = directory.resolve("lmdb/values/data.mdb");
        byte[] bytes = Files.readAllBytes(values);
        byte[] damaged = bytes.clone();
        java.util.Arrays.fill(damaged, 0, damaged.length, (byte) 0);
        Files.write(values, damaged);

        assertThatThrownBy(() -> LmdbTarget.open(directory, "sink", Duration.ZERO, SETTINGS))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining(directory.toString());
        Files.write(values, bytes);
        open();
        assertThat(has(DEFAULT)).isTrue();

        String id = target.storeId();
        target.close();
        Files.write(values, damaged);
        target = LmdbTarget.open(directory, "sink", Duration.ZERO, SETTINGS, true);
        assertThat(target.storeId()).isNotEqualTo(id);
        assertThat(target.status().statements()).isZero();
    }

    @Test
    void idsOfTopicsAreKeptUntilTheStoreIsDiscarded() {
        assertThat(target.topicIds()).isEmpty();
        target.keepTopicIds(Map.of("patches", "id-1", "other: topic", "id-2"));
        target.reopen();
        assertThat(target.topicIds()).isEqualTo(Map.of("patches", "id-1", "other: topic", "id-2"));

        String id = target.storeId();
        target.buildBeside();
        assertThat(target.topicIds()).isEmpty();
        assertThat(target.storeId()).isNotEqualTo(id);
        target.keepTopicIds(Map.of("patches", "id-3"));
        assertThat(target.topicIds()).isEqualTo(Map.of("patches", "id-3"));
    }
}
