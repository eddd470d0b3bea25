package dev.velella.sink.remote.sparql;

import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.Change;
import dev.velella.sink.remote.CheckedIris;
import dev.velella.sink.remote.GuardedStore;
import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.RemoteHttp;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.RowQueries;
import dev.velella.sink.remote.SparqlProtocol;
import dev.velella.sink.remote.SparqlText;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;

/**
 * The store behind a SPARQL 1.1 endpoint. A change is one request ({@link GuardedUpdate}) and a query, which reads back
 * the request that wrote the rows. The query is needed because the answer to an update does not say whether its
 * condition was true.
 *
 * <p>If the default graph of the endpoint is the union of all graphs, changes of the default graph are refused: to
 * delete a statement from it would delete the statement from every graph.
 */
final class SparqlStore implements GuardedStore {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final RemoteSettings settings;
    private final SystemGraph system;
    private final RemoteHttp http;
    private final SparqlProtocol protocol;
    private final CheckedIris iris = new CheckedIris(SparqlText::checkIri);
    private boolean unionDefaultGraph;

    /**
     * Does not contact the endpoint yet.
     *
     * @param http connections; closed together with the store
     */
    SparqlStore(RemoteSettings settings, String connector, RemoteHttp http) {
        this.settings = settings;
        this.system = new SystemGraph(connector);
        this.http = http;
        this.protocol = new SparqlProtocol(http, settings.queryUrl(), settings.updateUrl());
    }

    @Override
    public Capabilities capabilities() {
        return settings.protocol().capabilities(settings);
    }

    @Override
    public void checkStorable(Statement statement) {
        iris.check(statement, term -> SparqlText.check(term, iris));
        if (unionDefaultGraph && statement.getContext() == null) {
            throw new PatchRefusedException(
                    "the patch changes the default graph, which is the union of all graphs at "
                            + RemoteFailure.shown(settings.queryUrl())
                            + ": deleting from it would delete from every graph. Write"
                            + " to named graphs (graph.policy=per-stream in the diff app), or use target=http for an RDF4J server");
        }
    }

    @Override
    public String identify() {
        String purpose = "read the identity of the store";
        RowQueries.Identity found = RowQueries.identity(protocol.select(purpose, RowQueries.identityQuery()));
        if (found.storeId() == null || found.layout() != SystemGraph.CURRENT_LAYOUT) {
            String fresh = UUID.randomUUID().toString();
            protocol.update(
                    "write the identity of the store",
                    RowQueries.identityUpdate(fresh).getBytes(StandardCharsets.UTF_8));
            found = RowQueries.identity(protocol.select(purpose, RowQueries.identityQuery()));
        }
        unionDefaultGraph = protocol.ask("ask for the default graph", RowQueries.unionQuery());
        String storeId = found.storeId();
        if (storeId == null) {
            throw RemoteFailure.notUnderstood(
                    "read the identity of the store",
                    settings.queryUrl(),
                    "what " + RemoteFailure.shown(settings.updateUrl()) + " wrote into graph " + SystemGraph.GRAPH
                            + " is not there",
                    null);
        }
        return storeId;
    }

    @Override
    public Map<PartitionId, Claim> rows(Collection<PartitionId> partitions) {
        return RowQueries.claims(read(partitions));
    }

    private Map<PartitionId, Map<IRI, Value>> read(Collection<PartitionId> partitions) {
        Map<Value, PartitionId> byRow = new HashMap<>();
        partitions.forEach(id -> byRow.put(system.partition(id), id));
        Map<PartitionId, Map<IRI, Value>> rows = new HashMap<>();
        for (BindingSet solution : protocol.select("read rows of partitions", RowQueries.query(byRow.keySet()))) {
            PartitionId id = byRow.get(solution.getValue("s"));
            if (id != null) {
                RowQueries.put(
                        rows.computeIfAbsent(id, partition -> new HashMap<>()),
                        id,
                        (IRI) solution.getValue("p"),
                        solution.getValue("o"));
            }
        }
        return rows;
    }

    @Override
    public List<BindingSet> select(String purpose, String query) {
        return protocol.select(purpose, query);
    }

    @Override
    public void graphs(Consumer<Value> reader) {
        protocol.select("read the names of graphs", "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }")
                .forEach(solution -> reader.accept(solution.getValue("g")));
    }

    @Override
    public void takeOver(SystemGraph from, Collection<PartitionId> partitions, Set<String> moved, Set<String> dropped) {
        protocol.update(
                "take over rows",
                RowQueries.takeOver(from, system, moved, dropped).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Map<StreamId, StreamState> chains(Collection<StreamId> streams) {
        Map<Value, StreamId> byRow = new HashMap<>();
        streams.forEach(stream -> byRow.put(system.stream(stream), stream));
        Map<StreamId, StreamState> chains = new HashMap<>();
        for (BindingSet solution : protocol.select("read chains of streams", RowQueries.chainQuery(byRow.keySet()))) {
            StreamId stream = byRow.get(solution.getValue("s"));
            if (stream != null) {
                RowQueries.putChain(chains, stream, solution.getValue("o"));
            }
        }
        return chains;
    }

    @Override
    public Map<String, String> topicIds() {
        Map<String, String> ids = new HashMap<>();
        for (BindingSet solution : protocol.select("read ids of topics", RowQueries.topicIdQuery())) {
            system.topicOf(solution.getValue("s"))
                    .ifPresent(topic -> RowQueries.putTopicId(ids, topic, solution.getValue("o")));
        }
        return ids;
    }

    @Override
    public void keepTopicIds(Map<String, String> ids) {
        String update = ids.entrySet().stream()
                .map(entry -> RowQueries.topicIdUpdate(system.topic(entry.getKey()), entry.getValue()))
                .collect(Collectors.joining(" ;\n"));
        protocol.update("write ids of topics", update.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<Statement> statements(IRI graph) {
        StringBuilder query = new StringBuilder("SELECT ?s ?p ?o WHERE { GRAPH ");
        SparqlText.PLAIN.term(query, graph);
        query.append(" { ?s ?p ?o } }");
        List<Statement> statements = new ArrayList<>();
        for (BindingSet solution : protocol.select("read graph " + graph, query.toString())) {
            statements.add(VALUES.createStatement(
                    (Resource) solution.getValue("s"), (IRI) solution.getValue("p"), solution.getValue("o"), graph));
        }
        return statements;
    }

    @Override
    public BooleanSupplier prepare(Change change) {
        String id = UUID.randomUUID().toString();
        byte[] request = (isAtomic()
                        ? GuardedUpdate.atomic(system, change, id)
                        : GuardedUpdate.repeatable(system, change, id))
                .getBytes(StandardCharsets.UTF_8);
        if (request.length > settings.maxRequestBytes()) {
            throw new StoreFailedException(
                    "an update of " + request.length + " bytes is larger than target.request.max.bytes ("
                            + settings.maxRequestBytes() + "): raise it, if "
                            + RemoteFailure.shown(settings.updateUrl())
                            + " takes so much, or lower batch.max.records, batch.max.operations or batch.max.bytes",
                    null);
        }
        return () -> swap(request, change.rows().keySet(), id);
    }

    private boolean swap(byte[] request, Set<PartitionId> partitions, String id) {
        protocol.update("write", request);
        Map<PartitionId, Map<IRI, Value>> rows = read(partitions);
        long won = partitions.stream()
                .filter(partition -> RowQueries.isCommit(rows.get(partition), id))
                .count();
        if (won != 0 && won != partitions.size()) {
            throw new StoreFailedException(
                    RemoteFailure.shown(settings.updateUrl())
                            + " has done a part of an update request: it is not atomic."
                            + " Use delivery=at-least-once, with a new, empty store (another target.url, and"
                            + " on.lost.history=rebuild)",
                    null);
        }
        return won != 0;
    }

    private boolean isAtomic() {
        return settings.delivery() == RemoteSettings.Delivery.EXACTLY_ONCE;
    }

    @Override
    public void forget(PartitionId partition) {
        protocol.update(
                "delete a row", RowQueries.forget(system.partition(partition)).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Optional<String> notAtomic(PartitionId partition) {
        IRI row = system.partition(partition);
        String where = RemoteFailure.shown(settings.updateUrl());
        try {
            protocol.update("try out", RowQueries.failing(row).getBytes(StandardCharsets.UTF_8));
            return Optional.of(
                    where + " reports success for an update whose second operation cannot succeed, so it cannot"
                            + " be told whether it does updates as a whole. Set delivery=at-least-once");
        } catch (StoreFailedException | StoreUnavailableException e) {
            if (http.lastAnswer() == null) {
                throw e; // the endpoint is not the cause of this failure
            }
        }
        return protocol.ask("read back", RowQueries.failedQuery(row))
                ? Optional.of(where + " keeps the first operation of an update whose second one fails: it does not do"
                        + " updates as a whole. Set delivery=at-least-once")
                : Optional.empty();
    }

    @Override
    public void close() {
        http.close();
    }
}
