package dev.velella.bench.sink;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.process.StoreProcess;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchChain;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.ChainStep;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.rdf4j.Rdf4jProtocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.http.HTTPRepository;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.ValuesFirstWriter;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.jspecify.annotations.Nullable;

/** One way to get patches into a store. */
public interface SinkContender extends AutoCloseable {
    /** Adds statements that are not there. */
    void load(List<Statement> statements);

    /** Gets patches ready to be applied; not measured. */
    Runnable prepare(List<SinkPatches.Numbered> patches);

    /** Returns when everything is applied. */
    default void finish() {
        // where it is when the work is done
    }

    /** The store for queries while this writes; empty if queries do not go through this process. */
    default Optional<Queryable> queryable() {
        return Optional.empty();
    }

    @Override
    void close();

    /** Our target in this process: checks chains, writes offsets and chains in the transaction of the data. */
    static SinkContender velella(String kind, Path directory) {
        return velella(
                0,
                kind.equals("memory")
                        ? MemoryTarget.open(directory, "sink", Duration.ZERO)
                        : LmdbTarget.open(directory, "sink", Duration.ZERO, LmdbSettings.DEFAULT));
    }

    /** Our target for a store behind HTTP. */
    static SinkContender velella(StoreProcess server) {
        return velella(server, 0);
    }

    /** Our target for a store behind HTTP, as a task with a partition of its own has it. */
    static SinkContender velella(StoreProcess server, int task) {
        boolean rdf4j = server.kind().isRdf4j();
        return velella(
                task,
                RemoteTarget.of(
                        new RemoteSettings(
                                rdf4j ? Rdf4jProtocol.INSTANCE : Sparql11Protocol.INSTANCE,
                                server.queryUrl(),
                                rdf4j ? server.queryUrl() : server.updateUrl(),
                                Authentication.NONE,
                                Tls.DEFAULT,
                                Duration.ofSeconds(5),
                                Duration.ofMinutes(2),
                                64 * 1024 * 1024,
                                RemoteSettings.Delivery.EXACTLY_ONCE,
                                false,
                                10_000),
                        "sink"));
    }

    private static SinkContender velella(int task, Target target) {
        PartitionId partition = new PartitionId("patches", task);
        return new SinkContender() {
            private Claim claim = target.claim(List.of(partition)).get(partition);
            private @Nullable Applying underWay;

            @Override
            public void load(List<Statement> statements) {
                BatchBuilder batch = new BatchBuilder(target);
                batch.apply(
                        partition,
                        claim,
                        claim.nextOffset(),
                        null,
                        NetEffect.effectiveRows(RdfPatch.change(List.of(), statements)),
                        null,
                        null);
                apply(batch);
                finish();
            }

            /** As the sink does while there is more to do: collects a batch while the one before is under way. */
            private void apply(BatchBuilder batch) {
                finish();
                Applying applying = target.begin(batch.build());
                underWay = applying;
                claim = applying.claims().get(partition);
            }

            @Override
            public void finish() {
                if (underWay != null) {
                    underWay.await();
                    underWay = null;
                }
            }

            @Override
            public Optional<Queryable> queryable() {
                return target instanceof Queryable store ? Optional.of(store) : Optional.empty();
            }

            @Override
            public Runnable prepare(List<SinkPatches.Numbered> patches) {
                List<StreamId> streams = patches.stream()
                        .map(patch -> new StreamId(partition.topic(), patch.key()))
                        .distinct()
                        .toList();
                return () -> {
                    target.prefetch(streams);
                    BatchBuilder batch = new BatchBuilder(target);
                    long offset = claim.nextOffset();
                    for (SinkPatches.Numbered patch : patches) {
                        add(batch, offset++, patch);
                    }
                    apply(batch);
                };
            }

            private void add(BatchBuilder batch, long offset, SinkPatches.Numbered patch) {
                List<PatchOperation> rows = NetEffect.effectiveRows(patch.patch());
                StreamId stream = new StreamId(partition.topic(), patch.key());
                ChainStep step = ChainStep.of(
                        batch.chain(stream), patch.position(), PatchChain.change(rows), (at, change) -> false);
                if (!(step instanceof ChainStep.Follows follows)) {
                    throw new BenchmarkException("a patch does not follow: " + step);
                }
                batch.apply(partition, claim, offset, patch.key(), rows, stream, follows.after());
            }

            @Override
            public void close() {
                target.close();
            }
        };
    }

    /** What a contender makes of many patches. */
    enum Grouping {
        /** One transaction for each. */
        EACH,
        /** One transaction, with the last operation on every statement. */
        LAST_OPERATIONS,
        /** One transaction, with only the statements that differ before and after. */
        DIFFERENCES
    }

    /** RDF4J's store in this process, with the settings of our target; the MemoryStore without a file. */
    static SinkContender rdf4j(String kind, Path directory, Grouping grouping) {
        return rdf4j(new SailRepository(sail(kind, directory)), grouping);
    }

    /** RDF4J's client of its server. */
    static SinkContender rdf4j(StoreProcess server, Grouping grouping) {
        HTTPRepository repository = new HTTPRepository(server.queryUrl().toString());
        repository.setPreferredRDFFormat(RDFFormat.BINARY);
        return rdf4j(repository, grouping);
    }

    /** By transactions of RDF4J. */
    private static SinkContender rdf4j(Repository repository, Grouping grouping) {
        repository.init();
        return new SinkContender() {
            @Override
            public void load(List<Statement> statements) {
                commit(List.of(), statements);
            }

            @Override
            public Runnable prepare(List<SinkPatches.Numbered> patches) {
                if (grouping != Grouping.EACH) {
                    SinkPatches.Net net = SinkPatches.net(patches, grouping == Grouping.DIFFERENCES);
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

    /** Updates of a SPARQL endpoint, one POST for a transaction. */
    static SinkContender sparql(StoreProcess server, Grouping grouping) {
        return new SinkContender() {
            @Override
            public void load(List<Statement> statements) {
                server.update(data("INSERT", statements));
            }

            @Override
            public Runnable prepare(List<SinkPatches.Numbered> patches) {
                if (grouping != Grouping.EACH) {
                    SinkPatches.Net net = SinkPatches.net(patches, grouping == Grouping.DIFFERENCES);
                    return () -> update(net.removes(), net.adds());
                }
                return () -> patches.forEach(patch -> update(patch.deletes(), patch.adds()));
            }

            private void update(List<Statement> removes, List<Statement> adds) {
                server.update(
                        removes.isEmpty()
                                ? data("INSERT", adds)
                                : data("DELETE", removes) + " ;\n" + data("INSERT", adds));
            }

            private String data(String operation, List<Statement> statements) {
                Map<Resource, StringBuilder> graphs = new LinkedHashMap<>();
                for (Statement st : statements) {
                    StringBuilder graph = graphs.computeIfAbsent(st.getContext(), name -> new StringBuilder());
                    try {
                        NTriplesUtil.append(st.getSubject(), graph);
                        graph.append(' ');
                        NTriplesUtil.append(st.getPredicate(), graph);
                        graph.append(' ');
                        NTriplesUtil.append(st.getObject(), graph);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    graph.append(" .\n");
                }
                StringBuilder text = new StringBuilder(operation).append(" DATA {\n");
                graphs.forEach((name, triples) -> text.append("GRAPH <")
                        .append(name)
                        .append("> {\n")
                        .append(triples)
                        .append("}\n"));
                return text.append('}').toString();
            }

            @Override
            public void close() {
                // the server is not this one's
            }
        };
    }

    /**
     * The same net statements straight to LMDB, as our target writes them, without anything else.
     *
     * @param valuesFirst whether the values of a transaction are committed before it, which makes it crash-safe
     */
    static SinkContender direct(Path directory, boolean valuesFirst) {
        LmdbStore store = (LmdbStore) sail("lmdb", directory);
        store.init();
        ValuesFirstWriter writer = new ValuesFirstWriter(store);
        return new SinkContender() {
            @Override
            public void load(List<Statement> statements) {
                commit(List.of(), statements);
            }

            @Override
            public Runnable prepare(List<SinkPatches.Numbered> patches) {
                SinkPatches.Net net = SinkPatches.net(patches, true);
                return () -> commit(net.removes(), net.adds());
            }

            private void commit(List<Statement> removes, List<Statement> adds) {
                try (SailSink sink = writer.sink()) {
                    if (valuesFirst) {
                        writer.storeValues(List.of(adds));
                    }
                    removes.forEach(sink::deprecate);
                    adds.forEach(sink::approve);
                    sink.flush();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void close() {
                store.shutDown();
            }
        };
    }

    private static NotifyingSail sail(String kind, Path directory) {
        if (kind.equals("memory")) {
            return new MemoryStore();
        }
        LmdbStoreConfig config = new LmdbStoreConfig(LmdbSettings.DEFAULT.indexes());
        config.setForceSync(true);
        return new LmdbStore(directory.toFile(), config);
    }
}
