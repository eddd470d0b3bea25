package dev.velella.sink.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.StoreAudit;
import dev.velella.sink.store.Stream;
import dev.velella.sink.versions.CommitTable;
import dev.velella.sink.versions.HistorySettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.SailChangedEvent;
import org.eclipse.rdf4j.sail.lmdb.HaltingIds;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever fails inside a transaction of an embedded store: the transaction is there as a whole or not at all, in the store and in its
 * history, and the next one is right and durable, if need be after the store was opened again. The disk that is full has a test of its
 * own, {@link dev.velella.sink.store.FullDiskTest}.
 */
class FailedTransactionTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final int READINGS = 5;

    @TempDir
    Path directory;

    private EmbeddedTarget target;
    private Claim claim;

    /** A value fails when it is asked for the time after which none are left; 0 if it does not. */
    private final AtomicInteger stepsLeft = new AtomicInteger();

    private volatile boolean hasFailed;

    /** What happens at the end of each transaction of a memory store. */
    private Runnable atEnd = () -> {};

    @AfterEach
    void close() {
        Thread.interrupted();
        target.close();
    }

    private static void fail(String how) {
        switch (how) {
            case "exception" -> throw new IllegalArgumentException("a value that the store does not like");
            case "no memory" -> throw new OutOfMemoryError("none is left");
            default -> Thread.currentThread().interrupt();
        }
    }

    private void open(String kind, boolean history) {
        target = kind.equals("memory") && !history
                ? MemoryTarget.open(directory, "sink", Duration.ZERO, Noisy::new)
                : HistoryTest.open(kind, directory, history ? HistorySettings.FOR_EVER : HistorySettings.NONE);
        claim();
    }

    private void claim() {
        claim = target.claim(List.of(P0)).get(P0);
    }

    /** A memory store that fails when a transaction is in its memory. */
    private final class Noisy extends CheckpointedMemoryStore {
        Noisy(Path directory) {
            super(directory);
        }

        @Override
        public void notifySailChanged(SailChangedEvent event) {
            super.notifySailChanged(event);
            atEnd.run();
        }
    }

    /** Each step asks a value for its text: the store for its number, then the transaction, then the history. */
    @ParameterizedTest
    @CsvSource({
        "lmdb, exception, false", "lmdb, exception, true", "lmdb, no memory, true", "lmdb, interrupt, true",
        "memory, exception, false", "memory, exception, true", "memory, no memory, true", "memory, interrupt, true"
    })
    void afterAValueThatIsRefused(String kind, String how, boolean history) {
        open(kind, history);
        goOn(2);
        int steps = 0;
        do {
            steps++;
            hasFailed = false;
            Batch batch = batch(() -> {
                if (stepsLeft.get() > 0 && stepsLeft.decrementAndGet() == 0) {
                    hasFailed = true;
                    fail(how);
                }
            });
            stepsLeft.set(steps);
            applyAndGoOn(batch, how, history);
        } while (hasFailed);
        assertThat(steps).as("steps that ask the value").isPositive();
        assertAfterRestart(kind, history);
    }

    @ParameterizedTest
    @CsvSource({
        "execute, exception, false", "execute, no memory, true", "execute, interrupt, false",
        "commit, exception, true", "commit, no memory, false", "commit, interrupt, true",
        "markUnusedValues, exception, true", "markUnusedValues, no memory, false", "markUnusedValues, interrupt, true"
    })
    void afterAStepOfLmdbThatFails(String method, String how, boolean history) {
        open("lmdb", history);
        goOn(2);
        try (RepositoryConnection connection = target.connect()) {
            LmdbStore store = (LmdbStore) ((SailRepository) connection.getRepository()).getSail();
            HaltingIds.at(store, method, 1, () -> fail(how));
        }
        applyAndGoOn(batch(() -> {}), how, history);
        assertAfterRestart("lmdb", history);
    }

    @ParameterizedTest
    @CsvSource({"exception", "no memory", "interrupt"})
    void afterACommitOfMemoryThatFails(String how) {
        open("memory", false);
        goOn(2);
        atEnd = () -> {
            atEnd = () -> {};
            fail(how);
        };
        applyAndGoOn(batch(() -> {}), how, false);
        assertAfterRestart("memory", false);
    }

    /** Applies a batch that may fail, and then what follows. After a failure the sink opens the store again, or ends. */
    private void applyAndGoOn(Batch batch, String how, boolean history) {
        try {
            claim = target.apply(batch).get(P0);
            target.checkpoint();
        } catch (StoreFailedException | OutOfMemoryError e) {
            stepsLeft.set(0);
            Thread.interrupted();
            try {
                claim();
            } catch (StoreFailedException refused) {
                assertThat(refused).hasMessageContaining("must be reopened");
            }
            target.reopen();
            claim();
        }
        stepsLeft.set(0);
        Thread.interrupted();
        assertWhole(history);
        goOn(1);
        assertWhole(history);
    }

    private static Stream stream(long patches) {
        Stream stream = new Stream("device", READINGS);
        for (long i = 0; i < patches; i++) {
            stream.next();
        }
        return stream;
    }

    /** The next patches of the stream, in transactions of their own. */
    private void goOn(int patches) {
        for (int i = 0; i < patches; i++) {
            claim = target.apply(batch(() -> {})).get(P0);
            target.checkpoint();
        }
    }

    /** The next patch. One of its values tells when it is asked for its text. */
    private Batch batch(Runnable asked) {
        Stream stream = stream(claim.nextOffset());
        Stream.Numbered patch = stream.next();
        List<Statement> adds = patch.patch().operations().stream()
                .flatMap(row -> added(row).stream())
                .toList();
        List<Statement> deletes = patch.patch().operations().stream()
                .flatMap(row -> deleted(row).stream())
                .toList();
        Statement last = adds.get(adds.size() - 1);
        List<Statement> told = new ArrayList<>(adds.subList(0, adds.size() - 1));
        told.add(VALUES.createStatement(
                last.getSubject(), last.getPredicate(), telling((Literal) last.getObject(), asked), last.getContext()));
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(
                batch, P0, claim, claim.nextOffset(), stream.key(), patch.position(), RdfPatch.change(deletes, told));
        return batch.build();
    }

    private static Optional<Statement> added(PatchOperation row) {
        return row instanceof PatchOperation.Add add ? Optional.of(add.statement()) : Optional.empty();
    }

    private static Optional<Statement> deleted(PatchOperation row) {
        return row instanceof PatchOperation.Delete delete ? Optional.of(delete.statement()) : Optional.empty();
    }

    private static Literal telling(Literal literal, Runnable asked) {
        return (Literal) Proxy.newProxyInstance(
                FailedTransactionTest.class.getClassLoader(),
                new Class<?>[] {Literal.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getLabel")) {
                        asked.run();
                    }
                    try {
                        return method.invoke(literal, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void assertWhole(boolean history) {
        StoreAudit.assertHolds(target, stream(claim.nextOffset()).state());
        if (history) {
            CommitTable commits = target.history().orElseThrow().commits();
            assertThat(commits.last() - commits.first()).isEqualTo(claim.nextOffset());
            for (long commit = commits.first(); commit <= commits.last(); commit++) {
                Set<Statement> expected = stream(commit - commits.first()).state();
                try (RepositoryConnection past = target.connect(commit).orElseThrow()) {
                    assertThat(StoreAudit.data(past)).as("commit %d", commit).isEqualTo(expected);
                }
            }
        }
    }

    private void assertAfterRestart(String kind, boolean history) {
        long next = claim.nextOffset();
        target.close();
        open(kind, history);
        assertThat(claim.nextOffset()).isEqualTo(next);
        assertWhole(history);
        goOn(1);
        assertWhole(history);
    }

    /** RDF4J 5.2 would keep the lowest byte of the length, and read another literal. */
    @Test
    void aLanguageTagThatLmdbCannotHoldIsRefused() {
        open("lmdb", false);
        Literal longest = VALUES.createLiteral("v", "x" + "-abcdefg".repeat(40).substring(0, 254));
        Literal longer = VALUES.createLiteral("v", longest.getLanguage().orElseThrow() + "a");
        Statement held = VALUES.createStatement(Stream.iri("urn:s"), Stream.iri("urn:p"), longest, Stream.iri("urn:g"));
        Statement refused =
                VALUES.createStatement(Stream.iri("urn:s"), Stream.iri("urn:p"), longer, Stream.iri("urn:g"));
        BatchBuilder batch = new BatchBuilder(target);
        PatchBatch.add(batch, P0, claim, 0, null, null, RdfPatch.change(List.of(), List.of(held)));
        assertThatThrownBy(() ->
                        PatchBatch.add(batch, P0, claim, 1, null, null, RdfPatch.change(List.of(), List.of(refused))))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("target=memory can");
        claim = target.apply(batch.build()).get(P0);
        StoreAudit.assertHolds(target, Set.of(held));
    }
}
