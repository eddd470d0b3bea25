package dev.velella.bench;

import dev.velella.rdf.RdfPatch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.EmbeddedTarget;
import dev.velella.sink.store.LmdbSettings;
import dev.velella.sink.store.LmdbTarget;
import dev.velella.sink.store.MemoryTarget;
import dev.velella.sink.store.PartitionId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/** One way to get patches into a store in this process. */
interface SinkContender extends AutoCloseable {
    /** Adds statements that are not there. */
    void load(List<Statement> statements);

    /** Gets patches ready; not measured. */
    Runnable prepare(List<SinkPatches.Numbered> patches);

    @Override
    void close();

    /** Our target: checks chains, writes offsets and chains in the transaction of the data. */
    static SinkContender velella(String kind, Path directory) {
        PartitionId partition = new PartitionId("patches", 0);
        EmbeddedTarget target = kind.equals("memory")
                ? MemoryTarget.open(directory, "sink", Duration.ZERO)
                : LmdbTarget.open(directory, "sink", Duration.ZERO, LmdbSettings.DEFAULT);
        return new SinkContender() {
            private Claim claim = target.claim(List.of(partition)).get(partition);

            @Override
            public void load(List<Statement> statements) {
                BatchBuilder batch = new BatchBuilder(target);
                batch.add(partition, claim, claim.nextOffset(), null, null, RdfPatch.change(List.of(), statements));
                claim = target.apply(batch.build()).get(partition);
            }

            @Override
            public Runnable prepare(List<SinkPatches.Numbered> patches) {
                return () -> {
                    BatchBuilder batch = new BatchBuilder(target);
                    long offset = claim.nextOffset();
                    for (SinkPatches.Numbered patch : patches) {
                        batch.add(partition, claim, offset++, patch.key(), patch.position(), patch.patch());
                    }
                    claim = target.apply(batch.build()).get(partition);
                };
            }

            @Override
            public void close() {
                target.close();
            }
        };
    }

    /**
     * RDF4J's store itself.
     *
     * @param whole whether the net statements of all patches are removed and added in one transaction; else there is one
     *     transaction a patch
     */
    static SinkContender rdf4j(String kind, Path directory, boolean whole) {
        SailRepository repository = new SailRepository(sail(kind, directory));
        repository.init();
        return new SinkContender() {
            @Override
            public void load(List<Statement> statements) {
                commit(List.of(), statements);
            }

            @Override
            public Runnable prepare(List<SinkPatches.Numbered> patches) {
                if (whole) {
                    SinkPatches.Net net = SinkPatches.net(patches);
                    return () -> commit(net.removes(), net.adds());
                }
                return () -> patches.forEach(patch -> commit(patch.deletes(), patch.adds()));
            }

            private void commit(List<Statement> removes, List<Statement> adds) {
                try (RepositoryConnection connection = repository.getConnection()) {
                    connection.begin(IsolationLevels.SNAPSHOT_READ);
                    connection.remove(removes);
                    connection.add(adds);
                    connection.commit();
                }
            }

            @Override
            public void close() {
                repository.shutDown();
            }
        };
    }

    /** With the settings of our target; the MemoryStore without a file. */
    private static NotifyingSail sail(String kind, Path directory) {
        if (kind.equals("memory")) {
            return new MemoryStore();
        }
        LmdbStoreConfig config = new LmdbStoreConfig(LmdbSettings.DEFAULT.indexes());
        config.setForceSync(true);
        return new LmdbStore(directory.toFile(), config);
    }
}
