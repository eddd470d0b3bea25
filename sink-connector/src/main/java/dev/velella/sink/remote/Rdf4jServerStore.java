package dev.velella.sink.remote;

import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
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
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.common.exception.RDF4JException;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
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
 * <p>Of two changes of one row, a memory store refuses one where transactions are SERIALIZABLE. LmdbStore and NativeStore do too,
 * but observe all reads of everybody from the first such transaction on, until the server is started again, and all but stop
 * where a long query runs beside writers. So there, and where the kind of store is not known, transactions have
 * isolation SNAPSHOT_READ and a {@link WriterEntry}.
 *
 * <p>The protocol takes {@code sesame:wildcard} in a statement to be removed for any term, so statements with that term
 * are refused.
 */
final class Rdf4jServerStore implements GuardedStore {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static final @Nullable Resource[] SYSTEM_GRAPH = {SystemGraph.GRAPH};

    /** Stores that observe all reads once a transaction was SERIALIZABLE. */
    private static final Pattern OBSERVING = Pattern.compile("(Native|Lmdb)Store");

    /** Of a trial to change a row that another transaction is about to change: more than that one is waited for. */
    private static final int ATTEMPTS = 5;

    private final RemoteSettings settings;
    private final SystemGraph system;
    private final RemoteHttp http;
    private final SparqlProtocol queries;
    private final Rdf4jTransaction.Server repository;
    private final CheckedIris iris = new CheckedIris(Rdf4jServerStore::checkReadable);
    private final WriterEntry.Rivals rivals;
    private volatile @Nullable Isolation isolation;

    /** How one of two changes of a row is kept from being done. */
    private enum Isolation {
        /** By the store. */
        SERIALIZABLE(IsolationLevels.SERIALIZABLE),
        /** By entries. */
        ENTRIES(IsolationLevels.SNAPSHOT_READ);

        private final IsolationLevels level;

        Isolation(IsolationLevels level) {
            this.level = level;
        }
    }

    /** Does not contact the server yet. */
    Rdf4jServerStore(RemoteSettings settings, String connector) {
        this(settings, connector, new RemoteHttp(settings));
    }

    /** @param http is closed with the store */
    Rdf4jServerStore(RemoteSettings settings, String connector, RemoteHttp http) {
        this.settings = settings;
        this.system = new SystemGraph(connector);
        this.http = http;
        this.queries = new SparqlProtocol(http, settings.queryUrl(), below(settings.queryUrl(), "/statements"));
        this.repository = new Rdf4jTransaction.Server(settings.queryUrl().toString(), http);
        repository.setPreferredRDFFormat(RDFFormat.BINARY);
        this.rivals = new WriterEntry.Rivals(queries, repository::end);
    }

    private static URI below(URI repository, String path) {
        return URI.create(repository + path);
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
        isolation();
        RowQueries.Identity found = RowQueries.identity(queries.select(purpose, RowQueries.identityQuery()));
        if (found.storeId() != null && found.layout() == SystemGraph.CURRENT_LAYOUT) {
            return found.storeId();
        }
        inTransaction("write the identity of the store", List.of(SystemGraph.GRAPH), true, (transaction, rows) -> {
            boolean isNew = true;
            List<Statement> removes = new ArrayList<>();
            List<Statement> adds =
                    new ArrayList<>(List.of(own(SystemGraph.GRAPH, SystemGraph.LAYOUT, SystemGraph.CURRENT_LAYOUT)));
            for (Statement statement : rows.getOrDefault(SystemGraph.GRAPH, List.of())) {
                if (SystemGraph.STORE_ID.equals(statement.getPredicate())) {
                    isNew = false;
                } else if (SystemGraph.LAYOUT.equals(statement.getPredicate())) {
                    removes.add(statement);
                }
            }
            if (isNew) {
                adds.add(own(
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
        Map<IRI, Statement> topics = new LinkedHashMap<>();
        ids.forEach((topic, id) -> topics.put(system.topic(topic), own(system.topic(topic), SystemGraph.TOPIC_ID, id)));
        if (topics.isEmpty()) {
            return;
        }
        boolean written = inTransaction("write ids of topics", topics.keySet(), true, (transaction, rows) -> {
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
            return inTransaction("write", prepared, () -> {});
        };
    }

    /**
     * A change as it is sent.
     *
     * @param rows of partitions, as they are expected and removed
     * @param commit names the change in its rows, where it is read back
     */
    private record Prepared(Change change, Set<Statement> rows, Upload removes, Upload adds, String commit) {}

    private Prepared prepared(Change change) {
        List<Statement> removes = new ArrayList<>();
        List<Statement> adds = new ArrayList<>();
        String commit = UUID.randomUUID().toString();
        change.rows().forEach((id, swap) -> {
            IRI row = system.partition(id);
            if (isolation != Isolation.SERIALIZABLE) {
                adds.add(own(row, SystemGraph.COMMIT, commit));
            }
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
        return new Prepared(change, rows, new Upload(removes), new Upload(adds), commit);
    }

    /** A statement of the default graph as the protocol wants it where it is removed; without a graph, it is of any. */
    private static Statement inNil(Statement statement) {
        return VALUES.createStatement(
                statement.getSubject(), statement.getPredicate(), statement.getObject(), RDF4J.NIL);
    }

    /**
     * Does a change.
     *
     * @param beforeWriting is run between the reads and the writes
     * @return false if a row was not as expected: nothing was written
     */
    private boolean inTransaction(String purpose, Prepared prepared, Runnable beforeWriting) {
        Change change = prepared.change();
        List<IRI> subjects =
                change.rows().keySet().stream().map(system::partition).toList();
        boolean done = inTransaction(purpose, subjects, change.takesOver(), (transaction, rows) -> {
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
            others.removeAll(prepared.rows()); // of target=sparql, or of an earlier version
            transaction.remove(new Upload(others));
            transaction.remove(prepared.removes());
            transaction.add(prepared.adds());
            return true;
        });
        return done && (isolation() == Isolation.SERIALIZABLE || isReadBack(subjects.get(0), prepared.commit()));
    }

    /** The server reports success also for the commit of a transaction that another writer has had ended. */
    private boolean isReadBack(IRI row, String commit) {
        return queries.ask(
                "read back",
                "ASK { GRAPH <" + SystemGraph.GRAPH + "> { <" + row + "> <" + SystemGraph.COMMIT + "> \"" + commit
                        + "\" } }");
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

    /** What is done in a transaction. */
    private interface Work {
        /**
         * Does it.
         *
         * @param rows what stands in the rows, without entries of writers
         * @return whether to commit it
         */
        boolean run(Rdf4jTransaction transaction, Map<IRI, List<Statement>> rows);
    }

    /**
     * Does work that is committed only if nobody else changes the rows meanwhile; whatever comes in between is rolled back.
     *
     * @param takesOver whether the work changes who owns the rows
     * @return false if it was rolled back, by the work's own decision or because another goes before it
     */
    private boolean inTransaction(String purpose, Collection<IRI> subjects, boolean takesOver, Work work) {
        Isolation chosen = isolation();
        return attempt(purpose, () -> {
            WriterEntry entry = null;
            boolean committed = false;
            try (Rdf4jTransaction transaction = repository.begin(chosen.level)) {
                try {
                    if (chosen == Isolation.ENTRIES) {
                        entry = entry(purpose, transaction.id(), subjects, takesOver);
                        entry.write();
                    }
                    Optional<Map<IRI, List<Statement>>> rows = rows(transaction, subjects, entry);
                    if (rows.isPresent() && work.run(transaction, rows.get())) {
                        transaction.commit();
                        committed = true;
                    }
                    return committed;
                } catch (RDF4JException e) { // before the rollback, which has an answer of its own
                    throw entry == null ? failure(purpose, e) : failureAmongWriters(purpose, e);
                }
            } finally {
                if (entry != null && !committed) {
                    withdraw(entry);
                }
            }
        });
    }

    /** Where another writer has the transaction ended, its last answer may break off. */
    private RuntimeException failureAmongWriters(String purpose, RDF4JException e) {
        RuntimeException failure = failure(purpose, e);
        RemoteHttp.Answer answer = http.lastAnswer();
        return failure instanceof StoreFailedException && answer != null && answer.isSuccess()
                ? new StoreUnavailableException(String.valueOf(failure.getMessage()), e, Duration.ZERO)
                : failure;
    }

    private WriterEntry entry(String purpose, String transactionId, Collection<IRI> subjects, boolean takesOver) {
        try {
            return new WriterEntry(rivals, transactionId, subjects, takesOver);
        } catch (IllegalArgumentException e) {
            throw RemoteFailure.notUnderstood(
                    purpose, settings.queryUrl(), "it names no transaction: " + e.getMessage(), e);
        }
    }

    /** What stays behind is removed by the next that takes the rows over. */
    private static void withdraw(WriterEntry entry) {
        try {
            entry.withdraw();
        } catch (StoreUnavailableException | StoreFailedException e) {
            // what made it necessary is reported
        }
    }

    /** What stands in rows, where no other transaction is done on them; entries of writers are removed. */
    private Optional<Map<IRI, List<Statement>>> rows(
            Rdf4jTransaction transaction, Collection<IRI> subjects, @Nullable WriterEntry entry) {
        Supplier<Map<IRI, List<Statement>>> reading =
                () -> subjects.stream().collect(Collectors.toMap(subject -> subject, transaction::rows));
        Optional<Map<IRI, List<Statement>>> found =
                entry == null ? Optional.of(reading.get()) : entry.prevails(reading);
        if (found.isEmpty()) {
            return found;
        }
        List<Statement> entries = new ArrayList<>();
        Map<IRI, List<Statement>> rows = new HashMap<>();
        found.get().forEach((subject, statements) -> {
            Map<Boolean, List<Statement>> parts =
                    statements.stream().collect(Collectors.partitioningBy(WriterEntry::isOne));
            entries.addAll(parts.getOrDefault(true, List.of()));
            rows.put(subject, parts.getOrDefault(false, List.of()));
        });
        transaction.remove(new Upload(entries));
        return Optional.of(rows);
    }

    private Isolation isolation() {
        Isolation known = isolation;
        if (known == null) {
            boolean byEntries = repository
                    .configuration()
                    .map(configuration -> OBSERVING.matcher(configuration).find())
                    .orElse(true);
            known = byEntries ? Isolation.ENTRIES : Isolation.SERIALIZABLE;
            isolation = known;
        }
        return known;
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
                    http.mask().harmless(e),
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
                "cannot " + purpose + " at " + RemoteFailure.shown(settings.queryUrl()) + ": "
                        + http.mask().masked(e.toString()),
                http.mask().harmless(e));
    }

    @Override
    public void forget(PartitionId partition) {
        IRI row = system.partition(partition);
        boolean deleted = inTransaction("delete a row", List.of(row), true, (transaction, rows) -> {
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
                Change.of(Map.of(partition, new Change.Swap(claim, new Claim(claim.epoch() + 1, claim.offsets()))));
        Change back = Change.of(Map.of(partition, new Change.Swap(same.claims().get(partition), claim)));
        boolean[] wins = {false, false};
        try {
            wins[0] = inTransaction("try out", prepared(same), () -> {
                for (int attempt = 0; attempt < ATTEMPTS && !wins[1]; attempt++) {
                    wins[1] = swap(same);
                }
            });
        } catch (StoreUnavailableException | StoreFailedException e) {
            // the server has found the conflict
        }
        boolean both = wins[0] && wins[1];
        if (!swap(back)) {
            throw others("try out");
        }
        return both
                ? Optional.of(
                        RemoteFailure.shown(settings.queryUrl()) + " commits two transactions that read the same row"
                                + " and change it"
                                + (isolation() == Isolation.SERIALIZABLE
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
