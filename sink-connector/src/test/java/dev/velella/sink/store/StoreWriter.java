package dev.velella.sink.store;

import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.versions.HistorySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.lmdb.HaltingIds;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;

/**
 * A process that applies the patches of {@link Stream} "device" to a store, from where the store stands, and prints the
 * next offset after each. Arguments: kind of store, directory, number of patches, place where the process ends, and when.
 */
public final class StoreWriter {
    static final PartitionId P0 = new PartitionId("patches", 0);
    static final int READINGS = 20;
    private static final LmdbSettings LMDB = new LmdbSettings("spoc,posc,ospc", 64 << 20, 1);

    private StoreWriter() {}

    static EmbeddedTarget open(String kind, Path directory) {
        Duration patience = Duration.ofSeconds(240);
        return switch (kind) {
            case "memory" -> MemoryTarget.open(directory, "sink", patience);
            case "memory-history" -> MemoryTarget.open(directory, "sink", patience, false, HistorySettings.FOR_EVER);
            case "lmdb-history" -> LmdbTarget.open(directory, "sink", patience, LMDB, false, HistorySettings.FOR_EVER);
            default -> LmdbTarget.open(directory, "sink", patience, LMDB);
        };
    }

    /** The stream after a number of patches. */
    static Stream stream(long patches) {
        Stream stream = new Stream("device", READINGS);
        for (long i = 0; i < patches; i++) {
            stream.next();
        }
        return stream;
    }

    public static void main(String[] args) {
        int patches = Integer.parseInt(args[2]);
        int when = Integer.parseInt(args[4]);
        try (EmbeddedTarget target = open(args[0], Path.of(args[1]))) {
            Claim claim = target.claim(List.of(P0)).get(P0);
            Stream stream = stream(claim.nextOffset());
            System.out.println("start " + claim.nextOffset());
            switch (args[3]) {
                case "between-commits" -> HaltingIds.betweenCommits(lmdb(target), when);
                case "between-commits-of-rdf4j" -> HaltingIds.betweenCommitsOfRdf4j(lmdb(target), when);
                case "while-adding" -> HaltingIds.whileAdding(lmdb(target), when);
                default -> {} // ends by itself or is killed
            }
            for (int i = 0; i < patches; i++) {
                Stream.Numbered patch = stream.next();
                if (args[0].equals("lmdb-plain")) {
                    commitPlainly(target, patch, claim.nextOffset() + 1);
                    claim = new Claim(claim.epoch(), claim.nextOffset() + 1);
                } else {
                    BatchBuilder batch = new BatchBuilder(target);
                    PatchBatch.add(batch, P0, claim, claim.nextOffset(), stream.key(), patch.position(), patch.patch());
                    claim = target.apply(batch.build()).get(P0);
                    if (i % 5 == 4) {
                        target.checkpoint();
                    }
                }
                System.out.println(claim.nextOffset());
            }
        }
    }

    private static LmdbStore lmdb(EmbeddedTarget target) {
        try (RepositoryConnection connection = target.connect()) {
            return (LmdbStore) ((SailRepository) connection.getRepository()).getSail();
        }
    }

    /** A transaction as RDF4J makes it, the offset in it. */
    private static void commitPlainly(EmbeddedTarget target, Stream.Numbered patch, long next) {
        ValueFactory values = SimpleValueFactory.getInstance();
        NetEffect effect = new NetEffect();
        effect.follow(NetEffect.effectiveRows(patch.patch()));
        try (RepositoryConnection connection = target.connect()) {
            connection.begin(IsolationLevels.SNAPSHOT_READ);
            for (Statement statement : effect.removes()) {
                connection.remove(statement);
            }
            for (Statement statement : effect.adds()) {
                connection.add(statement);
            }
            SystemGraph system = new SystemGraph("sink");
            connection.remove(system.partition(P0), SystemGraph.NEXT_OFFSET, null, SystemGraph.GRAPH);
            connection.add(
                    system.partition(P0), SystemGraph.NEXT_OFFSET, values.createLiteral(next), SystemGraph.GRAPH);
            connection.commit();
        }
    }
}
