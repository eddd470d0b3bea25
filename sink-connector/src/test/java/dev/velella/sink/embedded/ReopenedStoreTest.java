package dev.velella.sink.embedded;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.StoreAudit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An LMDB store in which values come, go and come again, with their namespaces and types, is closed and opened many times, while its
 * file keeps the numbers of values that nothing uses any more and gives them to others. Each time all statements are there, by a scan,
 * which asks for values by their numbers, and by look-ups, which ask for the numbers of values. The property {@code
 * velella.reopen.values} says how many values there are in all; a new version of RDF4J is tried with a million.
 */
class ReopenedStoreTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final int MADE = Integer.getInteger("velella.reopen.values", 1_500);
    private static final int TIMES = 8;
    private static final int ROWS = 30 + MADE / 2_000;

    @TempDir
    Path directory;

    private final Random random = new Random(20261130);
    private final List<Statement> present = new ArrayList<>();
    private final Set<Statement> known = new HashSet<>();
    private final List<Value> gone = new ArrayList<>();
    private int made;

    /** Numbers are free at once, or after so many ms. */
    @ParameterizedTest
    @ValueSource(longs = {1, 60_000})
    void everyStatementAndValueIsThereAfterEachTime(long valueEvictionIntervalMs) {
        LmdbSettings settings = new LmdbSettings(LmdbSettings.DEFAULT.indexes(), 8L << 30, valueEvictionIntervalMs);
        for (int time = 1; time <= TIMES; time++) {
            try (LmdbTarget target = LmdbTarget.open(directory, "sink", Duration.ZERO, settings)) {
                Claim claim = target.claim(List.of(P0)).get(P0);
                StoreAudit.assertHolds(target, known);
                while (made < (long) MADE * time / TIMES) {
                    BatchBuilder batch = new BatchBuilder(target);
                    PatchBatch.add(batch, P0, claim, claim.nextOffset(), "k", null, new RdfPatch(rows()));
                    claim = target.apply(batch.build()).get(P0);
                    readABit(target);
                }
            }
        }
        try (LmdbTarget target = LmdbTarget.open(directory, "sink", Duration.ZERO, settings)) {
            StoreAudit.assertHolds(target, known);
        }
        System.out.printf("%d values, %d statements at the end%n", made, present.size());
    }

    /** Two of five rows delete, so that the store grows. */
    private List<PatchOperation> rows() {
        List<PatchOperation> rows = new ArrayList<>();
        Set<Statement> touched = new HashSet<>();
        for (int i = 0; i < ROWS; i++) {
            if (i % 5 < 2 && !present.isEmpty()) {
                int at = random.nextInt(present.size());
                Statement deleted = present.get(at);
                if (touched.add(deleted)) {
                    present.set(at, present.get(present.size() - 1));
                    present.remove(present.size() - 1);
                    known.remove(deleted);
                    gone.add(deleted.getObject());
                    rows.add(new PatchOperation.Delete(deleted));
                }
            } else {
                int thing = random.nextInt(MADE);
                Statement added = VALUES.createStatement(
                        VALUES.createIRI("http://example.org/" + thing / 50 + "/", "thing" + thing),
                        VALUES.createIRI("http://example.org/p" + thing % 20),
                        object(),
                        VALUES.createIRI("urn:test:graph:" + thing % 100));
                if (touched.add(added) && known.add(added)) {
                    present.add(added);
                    rows.add(new PatchOperation.Add(added));
                }
            }
        }
        return rows;
    }

    private Value object() {
        if (!gone.isEmpty() && random.nextInt(8) == 0) {
            return gone.get(random.nextInt(gone.size()));
        }
        int n = made++;
        return switch (n % 7) {
            case 0 -> VALUES.createLiteral(n);
            case 1 -> VALUES.createLiteral("text " + n);
            case 2 -> VALUES.createLiteral("long ".repeat(150 + n % 300) + n); // longer than a key of LMDB
            case 3 -> VALUES.createLiteral("salut " + n, "l" + (char) ('a' + n % 23));
            case 4 -> VALUES.createLiteral("typed " + n, VALUES.createIRI("http://example.org/types/" + n / 30 + "#t"));
            case 5 -> VALUES.createIRI("http://example.org/" + n / 40 + "/ns#", "o" + n);
            default -> VALUES.createBNode("b" + n);
        };
    }

    /** As a query that its client gives up. */
    private static void readABit(LmdbTarget target) {
        try (RepositoryConnection connection = target.connect();
                CloseableIteration<Statement> all = connection.getStatements(null, null, null, false)) {
            for (int i = 0; i < 10 && all.hasNext(); i++) {
                all.next();
            }
        }
    }
}
