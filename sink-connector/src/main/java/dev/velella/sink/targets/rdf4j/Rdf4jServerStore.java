package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.Change;
import dev.velella.sink.remote.GuardedStore;
import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.RemoteHttp;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.RowQueries;
import dev.velella.sink.remote.SparqlProtocol;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/**
 * A repository of an RDF4J server. A change is one transaction that reads the rows before it writes
 * ({@link RowTransactions}). All removes are sent at once, then all adds.
 */
final class Rdf4jServerStore implements GuardedStore {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final @Nullable Resource[] SYSTEM_GRAPH = {SystemGraph.GRAPH};

    /**
     * Maximum number of attempts to change a row that another transaction is changing. More are needed if several
     * transactions follow each other.
     */
    private static final int ATTEMPTS = 5;

    private final RemoteSettings settings;
    private final SystemGraph system;
    private final RemoteHttp http;
    private final SparqlProtocol queries;
    private final Rdf4jTransaction.Server repository;
    private final Requests requests;
    private final RowTransactions transactions;
    private final ServerTerms terms;

    /**
     * Does not contact the server yet.
     *
     * @param http connections; closed together with the store
     */
    Rdf4jServerStore(RemoteSettings settings, String connector, RemoteHttp http) {
        this.settings = settings;
        this.system = new SystemGraph(connector);
        this.http = http;
        URI url = settings.queryUrl();
        this.queries = new SparqlProtocol(http, url, settings.protocol().updates(settings));
        this.repository = new Rdf4jTransaction.Server(url.toString(), http);
        repository.setPreferredRDFFormat(RDFFormat.BINARY);
        this.requests = new Requests(http, url);
        this.transactions = new RowTransactions(repository, url, requests, queries);
        this.terms = new ServerTerms(settings.tripleTerms());
    }

    @Override
    public Capabilities capabilities() {
        return settings.protocol().capabilities(settings);
    }

    @Override
    public void checkStorable(Statement statement) {
        terms.check(statement);
    }

    @Override
    public String identify() {
        String purpose = "read the identity of the store";
        transactions.areIsolatedByStore(); // find out once, before a change is prepared
        RowQueries.Identity found = RowQueries.identity(queries.select(purpose, RowQueries.identityQuery()));
        if (found.storeId() != null && found.layout() == SystemGraph.CURRENT_LAYOUT) {
            return found.storeId();
        }
        transactions.run("write the identity of the store", List.of(SystemGraph.GRAPH), true, (transaction, rows) -> {
            boolean isNew = true;
            List<Statement> removes = new ArrayList<>();
            List<Statement> adds = new ArrayList<>(
                    List.of(PreparedChange.row(SystemGraph.GRAPH, SystemGraph.LAYOUT, SystemGraph.CURRENT_LAYOUT)));
            for (Statement statement : rows.getOrDefault(SystemGraph.GRAPH, List.of())) {
                if (SystemGraph.STORE_ID.equals(statement.getPredicate())) {
                    isNew = false;
                } else if (SystemGraph.LAYOUT.equals(statement.getPredicate())) {
                    removes.add(statement);
                }
            }
            if (isNew) {
                adds.add(PreparedChange.row(
                        SystemGraph.GRAPH,
                        SystemGraph.STORE_ID,
                        UUID.randomUUID().toString()));
            }
            transaction.remove(new Upload(removes));
            transaction.add(new Upload(adds));
            return true;
        });
        String storeId = RowQueries.identity(queries.select(purpose, RowQueries.identityQuery()))
                .storeId();
        if (storeId == null) {
            throw others("write the identity of the store");
        }
        return storeId;
    }

    @Override
    public Map<PartitionId, Claim> rows(Collection<PartitionId> partitions) {
        return requests.attempt("read rows of partitions", () -> {
            try (RepositoryConnection connection = repository.getConnection()) {
                Map<PartitionId, Claim> claims = new HashMap<>();
                for (PartitionId id : partitions) {
                    Claim claim = claim(id, statements(connection, system.partition(id)));
                    if (claim != null) {
                        claims.put(id, claim);
                    }
                }
                return claims;
            }
        });
    }

    /** The claim in a row; null if there is none, also if a transaction has only announced that it will write one. */
    private static @Nullable Claim claim(PartitionId id, List<Statement> row) {
        Map<IRI, Value> values = new HashMap<>();
        row.forEach(statement -> RowQueries.put(values, id, statement.getPredicate(), statement.getObject()));
        return values.isEmpty() ? null : RowQueries.claim(id, values);
    }

    private static List<Statement> statements(RepositoryConnection connection, IRI subject) {
        try (RepositoryResult<Statement> found = connection.getStatements(subject, null, null, false, SYSTEM_GRAPH)) {
            return found.stream().toList();
        }
    }

    @Override
    public List<BindingSet> select(String purpose, String query) {
        return queries.select(purpose, query);
    }

    /** Asks for the contexts, which the stores of a server keep, so that no query has to read all statements. */
    @Override
    public void graphs(Consumer<Value> reader) {
        requests.attempt("read the names of graphs", () -> {
            try (RepositoryConnection connection = repository.getConnection();
                    RepositoryResult<Resource> found = connection.getContextIDs()) {
                found.forEach(reader);
                return true;
            }
        });
    }

    /** Reads the system graph in the transaction and writes the rows, because not every store can do such an update. */
    @Override
    public void takeOver(SystemGraph from, Collection<PartitionId> partitions, Set<String> moved, Set<String> dropped) {
        List<IRI> subjects = partitions.stream()
                .flatMap(id -> Stream.of(from.partition(id), system.partition(id)))
                .toList();
        boolean done = transactions.run("take over rows", subjects, true, (transaction, rows) -> {
            List<Statement> removes = new ArrayList<>();
            List<Statement> adds = new ArrayList<>();
            List<Statement> all = transaction.rows(null);
            for (Statement row : all) {
                moved.forEach(
                        topic -> from.inPlaceOf(row.getSubject(), topic, system).ifPresent(here -> {
                            removes.add(row);
                            if (!row.getPredicate().equals(SystemGraph.TOPIC_ID) || !isTopicOf(here, all)) {
                                adds.add(VALUES.createStatement(
                                        here, row.getPredicate(), row.getObject(), SystemGraph.GRAPH));
                            }
                        }));
                dropped.forEach(
                        topic -> from.inPlaceOf(row.getSubject(), topic, system).ifPresent(here -> removes.add(row)));
            }
            transaction.remove(new Upload(removes));
            transaction.add(new Upload(adds));
            return true;
        });
        if (!done) {
            throw others("take over rows");
        }
    }

    /** Whether rows have the id of a topic of this connector. */
    private static boolean isTopicOf(IRI topic, List<Statement> rows) {
        return rows.stream()
                .anyMatch(row -> row.getPredicate().equals(SystemGraph.TOPIC_ID)
                        && row.getSubject().equals(topic));
    }

    @Override
    public Map<StreamId, StreamState> chains(Collection<StreamId> streams) {
        Map<Value, StreamId> byRow = new HashMap<>();
        streams.forEach(stream -> byRow.put(system.stream(stream), stream));
        Map<StreamId, StreamState> chains = new HashMap<>();
        queries.select("read chains of streams", RowQueries.chainQuery(byRow.keySet()))
                .forEach(solution -> {
                    StreamId stream = byRow.get(solution.getValue("s"));
                    if (stream != null) {
                        RowQueries.putChain(chains, stream, solution.getValue("o"));
                    }
                });
        return chains;
    }

    @Override
    public Map<String, String> topicIds() {
        Map<String, String> ids = new HashMap<>();
        queries.select("read ids of topics", RowQueries.topicIdQuery())
                .forEach(solution -> system.topicOf(solution.getValue("s"))
                        .ifPresent(topic -> RowQueries.putTopicId(ids, topic, solution.getValue("o"))));
        return ids;
    }

    @Override
    public void keepTopicIds(Map<String, String> ids) {
        Map<IRI, Statement> topics = new LinkedHashMap<>();
        ids.forEach((topic, id) ->
                topics.put(system.topic(topic), PreparedChange.row(system.topic(topic), SystemGraph.TOPIC_ID, id)));
        if (topics.isEmpty()) {
            return;
        }
        boolean written = transactions.run("write ids of topics", topics.keySet(), true, (transaction, rows) -> {
            List<Statement> adds = new ArrayList<>(topics.values());
            adds.removeIf(add -> rows.getOrDefault(add.getSubject(), List.of()).stream()
                    .anyMatch(row -> row.getPredicate().equals(SystemGraph.TOPIC_ID)));
            transaction.add(new Upload(adds));
            return true;
        });
        if (!written) {
            throw others("write ids of topics");
        }
    }

    private StoreUnavailableException others(String purpose) {
        return new StoreUnavailableException(
                "cannot " + purpose + " at " + RemoteFailure.shown(settings.queryUrl())
                        + ": others change the same rows at the same time",
                null,
                Duration.ZERO);
    }

    /** Asks for the statements themselves, because queries show the statements of all graphs in the default graph. */
    @Override
    public boolean all(Consumer<Statement> reader) {
        return requests.attempt("read the store", () -> {
            try (RepositoryConnection connection = repository.getConnection()) {
                connection.exportStatements(null, null, null, false, new AbstractRDFHandler() {
                    @Override
                    public void handleStatement(Statement statement) {
                        reader.accept(statement);
                    }
                });
                return true;
            }
        });
    }

    @Override
    public List<Statement> statements(IRI graph) {
        return requests.attempt("read graph " + graph, () -> {
            try (RepositoryConnection connection = repository.getConnection();
                    RepositoryResult<Statement> found = connection.getStatements(null, null, null, false, graph)) {
                return found.stream().toList();
            }
        });
    }

    @Override
    public BooleanSupplier prepare(Change change) {
        PreparedChange prepared = prepared(change);
        return () -> {
            bindNamespaces(change.namespaces());
            return swap("write", prepared, () -> {});
        };
    }

    private PreparedChange prepared(Change change) {
        return PreparedChange.of(change, system, !transactions.areKnownToBeIsolatedByStore());
    }

    /**
     * Applies a change.
     *
     * @param beforeWriting is run between the reads and the writes
     * @return false if a row was not as expected; nothing was written then
     */
    private boolean swap(String purpose, PreparedChange prepared, Runnable beforeWriting) {
        Change change = prepared.change();
        List<IRI> subjects =
                change.rows().keySet().stream().map(system::partition).toList();
        boolean done = transactions.run(purpose, subjects, change.takesOver(), (transaction, rows) -> {
            List<Statement> others = new ArrayList<>();
            for (Map.Entry<PartitionId, Change.Swap> each : change.rows().entrySet()) {
                List<Statement> found = rows.getOrDefault(system.partition(each.getKey()), List.of());
                Claim expected = each.getValue().expected();
                Claim claim = claim(each.getKey(), found);
                if (claim == null ? expected != null : expected == null || !isSame(claim, expected)) {
                    return false;
                }
                others.addAll(found);
            }
            beforeWriting.run();
            others.removeAll(prepared.rows()); // rows of target=sparql, or of an earlier version
            transaction.remove(new Upload(others));
            transaction.remove(prepared.removes());
            transaction.add(prepared.adds());
            return true;
        });
        return done && (transactions.areIsolatedByStore() || isReadBack(subjects.get(0), prepared.commit()));
    }

    /**
     * Whether the row contains this commit. The check is necessary because the server reports success even for the
     * commit of a transaction that another writer has ended.
     */
    private boolean isReadBack(IRI row, String commit) {
        return queries.ask(
                "read back",
                "ASK { GRAPH <" + SystemGraph.GRAPH + "> { <" + row + "> <" + SystemGraph.COMMIT + "> \"" + commit
                        + "\" } }");
    }

    private static boolean isSame(Claim found, Claim expected) {
        return found.epoch() == expected.epoch() && found.nextOffset() == expected.nextOffset();
    }

    /**
     * Binds prefixes. They are no part of a transaction, so they are bound before it. To bind them twice changes
     * nothing.
     */
    private void bindNamespaces(Map<String, String> namespaces) {
        if (namespaces.isEmpty()) {
            return;
        }
        requests.attempt("bind prefixes", () -> {
            try (RepositoryConnection connection = repository.getConnection()) {
                namespaces.forEach((prefix, namespace) -> {
                    if (connection.getNamespace(prefix) == null) {
                        connection.setNamespace(prefix, namespace);
                    }
                });
            }
            return true;
        });
    }

    @Override
    public void forget(PartitionId partition) {
        IRI row = system.partition(partition);
        boolean deleted = transactions.run("delete a row", List.of(row), true, (transaction, rows) -> {
            transaction.remove(new Upload(rows.getOrDefault(row, List.of())));
            return true;
        });
        if (!deleted) {
            throw others("delete a row");
        }
    }

    @Override
    public Optional<String> notAtomic(PartitionId partition) {
        Claim claim = rows(List.of(partition)).get(partition);
        if (claim == null) {
            return Optional.of("a row of " + RemoteFailure.shown(settings.queryUrl()) + " vanished");
        }
        Change same =
                Change.of(Map.of(partition, new Change.Swap(claim, new Claim(claim.epoch() + 1, claim.nextOffset()))));
        Change back = Change.of(Map.of(partition, new Change.Swap(same.claims().get(partition), claim)));
        boolean[] wins = {false, false};
        try {
            wins[0] = swap("try out", prepared(same), () -> {
                for (int attempt = 0; attempt < ATTEMPTS && !wins[1]; attempt++) {
                    wins[1] = swap(same);
                }
            });
        } catch (StoreUnavailableException | StoreFailedException e) {
            // the server has detected the conflict
        }
        boolean both = wins[0] && wins[1];
        if (!swap(back)) {
            throw others("try out");
        }
        return both
                ? Optional.of(
                        RemoteFailure.shown(settings.queryUrl()) + " commits two transactions that read the same row"
                                + " and change it"
                                + (transactions.areIsolatedByStore()
                                        ? ": its store does not support the isolation level SERIALIZABLE"
                                        : ", one of which it was told to roll back"))
                : Optional.empty();
    }

    @Override
    public void close() {
        repository.shutDown();
        http.close();
    }
}
