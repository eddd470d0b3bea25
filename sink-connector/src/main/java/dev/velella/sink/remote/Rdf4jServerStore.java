package dev.velella.sink.remote;

import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchRefusedException;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.StoreUnavailableException;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.io.IOException;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.RDF4J;
import org.eclipse.rdf4j.model.vocabulary.SESAME;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.jspecify.annotations.Nullable;

/**
 * A repository of an RDF4J server. A change is one {@link Rdf4jTransaction} that reads the rows before it writes. All removes are
 * sent at once, then all adds.
 *
 * <p>The protocol takes {@code sesame:wildcard} in a statement to be removed for any term, so statements with that term
 * are refused.
 */
final class Rdf4jServerStore implements GuardedStore {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static final @Nullable Resource[] SYSTEM_GRAPH = {SystemGraph.GRAPH};

    private final RemoteSettings settings;
    private final SystemGraph system;
    private final RemoteHttp http;
    private final SparqlProtocol queries;
    private final Rdf4jTransaction.Server repository;
    private final CheckedIris iris = new CheckedIris(Rdf4jServerStore::checkReadable);

    /** Does not contact the server yet. */
    Rdf4jServerStore(RemoteSettings settings, String connector) {
        this(settings, connector, new RemoteHttp(settings));
    }

    /** @param http is closed with the store */
    Rdf4jServerStore(RemoteSettings settings, String connector, RemoteHttp http) {
        this.settings = settings;
        this.system = new SystemGraph(connector);
        this.http = http;
        this.queries = new SparqlProtocol(http, settings.queryUrl(), settings.queryUrl());
        this.repository = new Rdf4jTransaction.Server(settings.queryUrl().toString());
        repository.setHttpClient(http.client());
        repository.setPreferredRDFFormat(RDFFormat.BINARY);
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(
                settings.tripleTerms(), true, settings.delivery() == RemoteSettings.Delivery.EXACTLY_ONCE);
    }

    @Override
    public void checkStorable(Statement statement) {
        iris.check(statement, this::check);
    }

    private void check(Value term) {
        if (term instanceof Triple triple) {
            if (!settings.tripleTerms()) {
                throw new PatchRefusedException(
                        "the patch has a quoted triple (RDF-star): set target.rdf.star=true, if the"
                                + " server's repository is a memory store; others cannot hold it");
            }
            check(triple.getSubject());
            check(triple.getPredicate());
            check(triple.getObject());
        } else if (!(term instanceof BNode)) {
            SparqlText.check(term, iris);
        }
    }

    /** The server parses what it gets by RDF4J's own rules, and answers 500 to an IRI that does not fit them, for ever. */
    private static void checkReadable(IRI iri) {
        if (SESAME.WILDCARD.equals(iri)) {
            throw new PatchRefusedException(
                    "the patch has the term <" + iri + ">, which stands for any term when RDF4J server deletes");
        }
        if (PlainIri.is(iri.stringValue())) {
            return;
        }
        try {
            if (new ParsedIRI(iri.stringValue()).isAbsolute()) {
                return;
            }
        } catch (URISyntaxException e) {
            throw new PatchRefusedException(
                    "the patch has an IRI that an RDF4J server does not read: <" + iri + ">: " + e.getMessage());
        }
        throw new PatchRefusedException("the patch has an IRI that is not absolute: <" + iri + ">");
    }

    @Override
    public String identify() {
        String purpose = "read the identity of the store";
        RowQueries.Identity found = RowQueries.identity(queries.select(purpose, RowQueries.identityQuery()));
        if (found.storeId() != null && found.layout() == SystemGraph.CURRENT_LAYOUT) {
            return found.storeId();
        }
        return inTransaction("write the identity of the store", transaction -> {
            String storeId = null;
            List<Statement> removes = new ArrayList<>();
            List<Statement> adds =
                    new ArrayList<>(List.of(own(SystemGraph.GRAPH, SystemGraph.LAYOUT, SystemGraph.CURRENT_LAYOUT)));
            for (Statement statement : transaction.rows(SystemGraph.GRAPH)) {
                if (SystemGraph.STORE_ID.equals(statement.getPredicate())) {
                    storeId = statement.getObject().stringValue();
                } else if (SystemGraph.LAYOUT.equals(statement.getPredicate())) {
                    removes.add(statement);
                }
            }
            if (storeId == null) {
                storeId = UUID.randomUUID().toString();
                adds.add(own(SystemGraph.GRAPH, SystemGraph.STORE_ID, storeId));
            }
            transaction.remove(new Upload(removes));
            transaction.add(new Upload(adds));
            return storeId;
        });
    }

    /** A statement of the system graph. */
    private static Statement own(IRI subject, IRI predicate, Object value) {
        return VALUES.createStatement(subject, predicate, Values.literal(value), SystemGraph.GRAPH);
    }

    @Override
    public Map<PartitionId, Claim> rows(Collection<PartitionId> partitions) {
        return attempt("read rows of partitions", () -> {
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

    private static @Nullable Claim claim(PartitionId id, List<Statement> row) {
        if (row.isEmpty()) {
            return null;
        }
        Map<IRI, Value> values = new HashMap<>();
        row.forEach(statement -> RowQueries.put(values, id, statement.getPredicate(), statement.getObject()));
        return RowQueries.claim(id, values);
    }

    private static List<Statement> statements(RepositoryConnection connection, IRI subject) {
        try (RepositoryResult<Statement> found = connection.getStatements(subject, null, null, false, SYSTEM_GRAPH)) {
            return found.stream().toList();
        }
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
        inTransaction("write ids of topics", transaction -> {
            List<Statement> adds = new ArrayList<>();
            ids.forEach((topic, id) -> {
                if (transaction.rows(system.topic(topic)).isEmpty()) {
                    adds.add(own(system.topic(topic), SystemGraph.TOPIC_ID, id));
                }
            });
            transaction.add(new Upload(adds));
            return true;
        });
    }

    @Override
    public List<Statement> statements(IRI graph) {
        return attempt("read graph " + graph, () -> {
            try (RepositoryConnection connection = repository.getConnection();
                    RepositoryResult<Statement> found = connection.getStatements(null, null, null, false, graph)) {
                return found.stream().toList();
            }
        });
    }

    @Override
    public BooleanSupplier prepare(Change change) {
        Prepared prepared = prepared(change);
        return () -> {
            bindNamespaces(change.namespaces());
            return inTransaction("write", transaction -> write(transaction, prepared, () -> {}));
        };
    }

    /**
     * A change as it is sent.
     *
     * @param rows of partitions, as they are expected and removed
     */
    private record Prepared(Change change, Set<Statement> rows, Upload removes, Upload adds) {}

    private Prepared prepared(Change change) {
        List<Statement> removes = new ArrayList<>();
        List<Statement> adds = new ArrayList<>();
        change.rows().forEach((id, swap) -> {
            IRI row = system.partition(id);
            if (swap.expected() != null) {
                addRow(removes, row, swap.expected());
            }
            addRow(adds, row, swap.next());
        });
        Set<Statement> rows = Set.copyOf(removes);
        change.chains().forEach((stream, step) -> {
            if (step.from() != null) {
                removes.add(chain(stream, step.from()));
            }
            adds.add(chain(stream, step.to()));
        });
        change.removes()
                .forEach(statement -> removes.add(statement.getContext() == null ? inNil(statement) : statement));
        adds.addAll(change.adds());
        return new Prepared(change, rows, new Upload(removes), new Upload(adds));
    }

    /** A statement of the default graph as the protocol wants it where it is removed; without a graph, it is of any. */
    private static Statement inNil(Statement statement) {
        return VALUES.createStatement(
                statement.getSubject(), statement.getPredicate(), statement.getObject(), RDF4J.NIL);
    }

    /**
     * Does a change in a transaction that is begun.
     *
     * @param beforeWriting is run between the reads and the writes
     * @return false if a row was not as expected: nothing was written
     */
    private boolean write(Rdf4jTransaction transaction, Prepared prepared, Runnable beforeWriting) {
        List<Statement> others = new ArrayList<>();
        for (Map.Entry<PartitionId, Change.Swap> each : prepared.change().rows().entrySet()) {
            List<Statement> found = transaction.rows(system.partition(each.getKey()));
            Claim expected = each.getValue().expected();
            Claim claim = claim(each.getKey(), found);
            if (claim == null ? expected != null : expected == null || !isSame(claim, expected)) {
                return false;
            }
            others.addAll(found);
        }
        beforeWriting.run();
        others.removeAll(prepared.rows()); // of target=sparql, or of an earlier version
        transaction.remove(new Upload(others));
        transaction.remove(prepared.removes());
        transaction.add(prepared.adds());
        return true;
    }

    private static boolean isSame(Claim found, Claim expected) {
        return found.epoch() == expected.epoch() && found.nextOffset() == expected.nextOffset();
    }

    private static void addRow(List<Statement> adds, IRI row, Claim claim) {
        adds.add(own(row, SystemGraph.EPOCH, claim.epoch()));
        adds.add(own(row, SystemGraph.NEXT_OFFSET, claim.nextOffset()));
        adds.add(own(row, SystemGraph.REPLAY_FROM, claim.replayFrom()));
    }

    private Statement chain(StreamId stream, StreamState state) {
        return own(system.stream(stream), SystemGraph.PATCH_POSITION, state.format());
    }

    /** Prefixes are no part of a transaction: they come before it, and twice changes nothing. */
    private void bindNamespaces(Map<String, String> namespaces) {
        if (namespaces.isEmpty()) {
            return;
        }
        attempt("bind prefixes", () -> {
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

    /** The result of the work, committed; where that is {@code false}, rolled back. */
    private <T> T inTransaction(String purpose, Function<Rdf4jTransaction, T> work) {
        return attempt(purpose, () -> {
            try (Rdf4jTransaction transaction = repository.begin()) {
                try {
                    T result = work.apply(transaction);
                    if (!Boolean.FALSE.equals(result)) {
                        transaction.commit();
                    }
                    return result;
                } catch (RDF4JException e) {
                    throw failure(purpose, e); // before the rollback, which has an answer of its own
                }
            }
        });
    }

    private interface Step<T> {
        T run();
    }

    private <T> T attempt(String purpose, Step<T> step) {
        http.forget();
        try {
            return step.run();
        } catch (RDF4JException e) {
            throw failure(purpose, e);
        }
    }

    private RuntimeException failure(String purpose, RDF4JException e) {
        RemoteHttp.Answer answer = http.lastAnswer();
        if (answer != null
                && answer.status() == 400
                && String.valueOf(e.getMessage()).contains("transaction id")) {
            return new StoreUnavailableException(
                    "cannot " + purpose + " at " + RemoteFailure.shown(settings.queryUrl())
                            + ": the server has given the transaction up: " + e.getMessage(),
                    e,
                    Duration.ZERO);
        }
        if (answer != null && answer.status() / 100 != 2) {
            return RemoteFailure.ofAnswer(purpose, settings.queryUrl(), answer, String.valueOf(e.getMessage()), e);
        }
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof IOException io) {
                return RemoteFailure.ofConnection(purpose, settings.queryUrl(), io);
            }
        }
        return new StoreFailedException(
                "cannot " + purpose + " at " + RemoteFailure.shown(settings.queryUrl()) + ": " + e, e);
    }

    @Override
    public void forget(PartitionId partition) {
        inTransaction("delete a row", transaction -> {
            transaction.remove(new Upload(transaction.rows(system.partition(partition))));
            return true;
        });
    }

    @Override
    public Optional<String> notAtomic(PartitionId partition) {
        Claim claim = rows(List.of(partition)).get(partition);
        if (claim == null) {
            return Optional.of("a row of " + RemoteFailure.shown(settings.queryUrl()) + " vanished");
        }
        Change same =
                Change.of(Map.of(partition, new Change.Swap(claim, new Claim(claim.epoch() + 1, claim.offsets()))));
        Change back = Change.of(Map.of(partition, new Change.Swap(same.claims().get(partition), claim)));
        boolean both;
        try {
            both = inTransaction("try out", transaction -> write(transaction, prepared(same), () -> swap(same)));
        } catch (StoreUnavailableException | StoreFailedException e) {
            both = false; // the server has found the conflict
        }
        swap(back);
        return both
                ? Optional.of(
                        RemoteFailure.shown(settings.queryUrl()) + " commits two SERIALIZABLE transactions that read"
                                + " the same row and change it: its store does not support that isolation level")
                : Optional.empty();
    }

    @Override
    public void close() {
        repository.shutDown();
        http.close();
    }
}
