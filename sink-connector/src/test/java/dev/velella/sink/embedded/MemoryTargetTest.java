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
import dev.velella.sink.store.FailingStore;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.StoreStatus;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.SystemGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTargetTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final Statement DEFAULT = Stream.statement("a", 1, null);
    private static final Statement IN_G = Stream.statement("a", 1, "urn:g");

    @TempDir
    Path directory;

    private MemoryTarget target;
    private Claim claim;

    @BeforeEach
    void open() {
        target = MemoryTarget.open(directory, "sink", Duration.ZERO);
        claim = target.claim(List.of(P0)).get(P0);
    }

    @AfterEach
    void close() {
        target.close();
    }

    private void apply(PatchOperation... rows) {
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, claim.nextOffset(), "k", null, new RdfPatch(List.of(rows)));
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

    /** As after a crash: what is not in the file is gone. */
    private void crash() {
        target.reopen();
        claim = target.claim(List.of(P0)).get(P0);
    }

    @Test
    void deletingFromTheDefaultGraphLeavesNamedGraphsAlone() {
        apply(new PatchOperation.Add(DEFAULT), new PatchOperation.Add(IN_G));
        apply(new PatchOperation.Delete(DEFAULT));

        assertThat(has(DEFAULT)).isFalse();
        assertThat(has(IN_G)).isTrue();
    }

    @Test
    void deletingFromANamedGraphLeavesTheDefaultGraphAlone() {
        apply(new PatchOperation.Add(DEFAULT), new PatchOperation.Add(IN_G));
        apply(new PatchOperation.Delete(IN_G));

        assertThat(has(DEFAULT)).isTrue();
        assertThat(has(IN_G)).isFalse();
    }

    @Test
    void offsetsAndDataAreAppliedTogetherAndDurableTogether() {
        apply(new PatchOperation.Add(DEFAULT));
        target.checkpoint();
        apply(new PatchOperation.Add(IN_G));
        assertThat(target.durableOffsets()).containsEntry(P0, 1L);
        assertThat(claim.nextOffset()).isEqualTo(2);

        crash();

        assertThat(claim.nextOffset()).isEqualTo(1);
        assertThat(has(DEFAULT)).isTrue();
        assertThat(has(IN_G)).isFalse();
    }

    @Test
    void aStoreOfTheLayoutBeforeIsReadFromItsNextOffset() {
        apply(new PatchOperation.Add(DEFAULT));
        makeLayout(1);
        target.checkpoint();
        crash();

        assertThat(claim).isEqualTo(new Claim(2, 1L));
        apply(new PatchOperation.Add(IN_G));
        target.checkpoint();
        crash();
        try (RepositoryConnection connection = target.connect()) {
            assertThat(SystemGraph.readLong(connection, SystemGraph.GRAPH, SystemGraph.LAYOUT))
                    .contains(2L);
        }
        assertThat(claim).isEqualTo(new Claim(3, 2L));
    }

    @Test
    void aStoreOfALaterLayoutIsRefused() {
        apply(new PatchOperation.Add(DEFAULT));
        makeLayout(3);
        target.close();

        assertThatThrownBy(() -> MemoryTarget.open(directory, "sink", Duration.ZERO))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("layout 3")
                .hasMessageContaining("1 and 2");
    }

    /** RDF4J does not compare the checksum of its file, and some changed bytes are texts that it can read. */
    @Test
    void aCheckpointInWhichAByteWasChangedIsRefusedOrTheSame() throws IOException {
        for (int i = 0; i < 40; i++) {
            apply(new PatchOperation.Add(Stream.statement("s" + i % 7, i, "urn:g" + i % 3)));
        }
        target.checkpoint();
        Set<Statement> whole = statements(target);
        target.close();
        Path file = directory.resolve("memorystore.data");
        byte[] bytes = Files.readAllBytes(file);
        int refused = 0;
        for (int at = 0; at < bytes.length; at += 3) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);
            try (MemoryTarget opened = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
                assertThat(statements(opened)).as("byte %d", at).isEqualTo(whole);
            } catch (StoreFailedException e) {
                assertThat(e).hasMessageContaining(directory.toString());
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(bytes.length / 3 * 9 / 10);
    }

    private static Set<Statement> statements(MemoryTarget target) {
        try (RepositoryConnection connection = target.connect()) {
            return Set.copyOf(connection.getStatements(null, null, null, false).stream()
                    .<Statement>map(found -> VALUES.createStatement(
                            found.getSubject(), found.getPredicate(), found.getObject(), found.getContext()))
                    .toList());
        }
    }

    private void makeLayout(long layout) {
        try (RepositoryConnection connection = target.connect()) {
            connection.remove(SystemGraph.GRAPH, SystemGraph.LAYOUT, null, SystemGraph.GRAPH);
            connection.add(
                    SystemGraph.GRAPH,
                    SystemGraph.LAYOUT,
                    SimpleValueFactory.getInstance().createLiteral(layout),
                    SystemGraph.GRAPH);
        }
    }

    @Test
    void nothingIsWrittenWithoutACheckpoint() throws IOException {
        byte[] before = Files.readAllBytes(directory.resolve("memorystore.data"));
        apply(new PatchOperation.Add(DEFAULT));

        assertThat(Files.readAllBytes(directory.resolve("memorystore.data"))).isEqualTo(before);
        assertThat(target.isCheckpointNeeded()).isTrue();
    }

    @Test
    void closingMakesEverythingDurableAndKeepsTheStoreId() {
        apply(new PatchOperation.Add(DEFAULT));
        String id = target.storeId();
        target.close();
        open();

        assertThat(target.storeId()).isEqualTo(id);
        assertThat(claim).isEqualTo(new Claim(2, 1L));
        assertThat(has(DEFAULT)).isTrue();
    }

    @Test
    void theIdOfANewStoreSurvivesACrash() {
        String id = target.storeId();
        crash();

        assertThat(target.storeId()).isEqualTo(id);
    }

    @Test
    void aCommitUnderAnOldEpochIsRefusedAndChangesNothing() {
        Claim old = claim;
        target.claim(List.of(P0));
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, old, 0, "k", null, new RdfPatch(List.of(new PatchOperation.Add(DEFAULT))));

        assertThatThrownBy(() -> target.apply(batch.build()))
                .isInstanceOf(StaleClaimException.class)
                .hasMessageContaining("patches-0");
        assertThat(has(DEFAULT)).isFalse();
        claim = target.claim(List.of(P0)).get(P0);
        apply(new PatchOperation.Add(DEFAULT));
        assertThat(has(DEFAULT)).isTrue();
    }

    @Test
    void aCommitFromAnotherOffsetIsRefused() {
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(
                batch,
                P0,
                new Claim(claim.epoch(), 5L),
                5,
                "k",
                null,
                new RdfPatch(List.of(new PatchOperation.Add(IN_G))));

        assertThatThrownBy(() -> target.apply(batch.build())).isInstanceOf(StaleClaimException.class);
    }

    @Test
    void rowsOfConnectorsAreApart() {
        apply(new PatchOperation.Add(DEFAULT));
        target.close();
        try (MemoryTarget other = MemoryTarget.open(directory, "other:sink", Duration.ZERO)) {
            assertThat(other.claim(List.of(P0))).isEqualTo(Map.of(P0, new Claim(1, 0L)));
            assertThat(other.status().statements()).isEqualTo(1);
        }
    }

    @Test
    void waitsForAHolderOfTheDirectoryThatIsAboutToEnd() throws Exception {
        CompletableFuture<MemoryTarget> second =
                CompletableFuture.supplyAsync(() -> MemoryTarget.open(directory, "second", Duration.ofSeconds(240)));
        assertThatThrownBy(() -> second.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        target.close();
        second.get(240, TimeUnit.SECONDS).close();
    }

    @Test
    void aSecondTaskIsLockedOut() {
        assertThatThrownBy(() -> MemoryTarget.open(directory, "second", Duration.ZERO))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("in use");
        apply(new PatchOperation.Add(DEFAULT));
        assertThat(has(DEFAULT)).isTrue();
    }

    @Test
    void tripleTermsAndBlankNodesSurviveACheckpoint() {
        ValueFactory values = SimpleValueFactory.getInstance();
        Statement star = values.createStatement(
                values.createBNode("b1"),
                Stream.iri("urn:p"),
                values.createTriple(values.createBNode("b2"), Stream.iri("urn:q"), values.createLiteral("x", "EN")),
                values.createBNode("g"));
        apply(new PatchOperation.Add(star));
        target.checkpoint();
        crash();
        assertThat(has(star)).isTrue();

        apply(new PatchOperation.Delete(star));
        assertThat(has(star)).isFalse();
    }

    @Test
    void bindsPrefixesOnlyWhereAbsent() {
        apply(new PatchOperation.AddNamespace("ex", Stream.iri("urn:first:"), null));
        apply(new PatchOperation.AddNamespace("ex", Stream.iri("urn:second:"), null));
        apply(new PatchOperation.DeleteNamespace("ex", null, null));
        target.checkpoint();
        crash();

        try (RepositoryConnection connection = target.connect()) {
            assertThat(connection.getNamespace("ex")).isEqualTo("urn:first:");
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
        target.checkpoint();

        StoreStatus status = target.status();
        assertThat(status.statements()).isEqualTo(2 + stream.size());
        assertThat(status.streams()).isEqualTo(1);
        assertThat(status.partitions()).containsExactly(new StoreStatus.Partition("patches", 0, 4, 4));
        crash();
        assertThat(target.status()).isEqualTo(status);
    }

    @Test
    void anEmptyFileIsALostStore() throws IOException {
        target.close();
        Files.write(directory.resolve("memorystore.data"), new byte[0]);

        assertThatThrownBy(() -> MemoryTarget.open(directory, "sink", Duration.ZERO))
                .hasMessageContaining("the store is lost");
    }

    @Test
    void aDamagedFileIsReportedAndFreesTheDirectory() throws IOException {
        target.close();
        byte[] file = Files.readAllBytes(directory.resolve("memorystore.data"));
        Files.write(directory.resolve("memorystore.data"), java.util.Arrays.copyOf(file, file.length / 2));

        assertThatThrownBy(() -> MemoryTarget.open(directory, "sink", Duration.ZERO))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining(directory.toString());
        Files.write(directory.resolve("memorystore.data"), file);
        open();
        assertThat(claim.epoch()).isEqualTo(2);
    }

    @Test
    void afterAFailedCommitNothingReachesTheFileUntilReopened() {
        target.close();
        AtomicInteger failures = new AtomicInteger();
        target = FailingStore.open(directory, "sink", failures);
        claim = target.claim(List.of(P0)).get(P0);
        apply(new PatchOperation.Add(DEFAULT));
        target.checkpoint();
        failures.set(1);

        assertThatThrownBy(() -> apply(new PatchOperation.Add(IN_G)))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("disk on fire");
        assertThat(target.isCheckpointNeeded()).isFalse();
        target.checkpoint();
        assertThatThrownBy(() -> target.claim(List.of(P0))).hasMessageContaining("must be reopened");

        crash();
        assertThat(claim.nextOffset()).isEqualTo(1);
        assertThat(has(IN_G)).isFalse();
        apply(new PatchOperation.Add(IN_G));
        assertThat(has(IN_G)).isTrue();
    }

    @Test
    void aRefusedPatchLeavesTheBatchAsItWas() {
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, 0, "k", null, new RdfPatch(List.of(new PatchOperation.Add(DEFAULT))));
        RdfPatch foreign = new RdfPatch(List.of(
                new PatchOperation.Add(IN_G), new PatchOperation.Add(Stream.statement("x", 1, "urn:velella:system"))));

        assertThatThrownBy(() -> PatchBatch.add(batch, P0, claim, 1, "k", null, foreign))
                .isInstanceOf(PatchRefusedException.class);
        target.apply(batch.build());
        assertThat(has(DEFAULT)).isTrue();
        assertThat(has(IN_G)).isFalse();
        assertThat(batch.nextOffset(P0)).contains(1L);
        assertThat(Set.copyOf(target.durableOffsets().keySet())).isEmpty();
    }
}
