package dev.velella.source.sparql;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.Elements;
import dev.velella.source.sparql.GraphQueries.Listed;
import dev.velella.source.sparql.SparqlOptions.Fingerprint;
import dev.velella.source.task.PollingSession;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.TaskStart;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls an endpoint: lists its graphs with their fingerprints, reads those that differ, and makes a tombstone for each that
 * is gone. Each record has the offset after it, so if offset and record are stored together (exactly-once support of the
 * worker), no change is emitted twice or left out. Owns the records.
 */
final class SparqlPoll implements PollingSession.Poll {
    private static final Logger log = LoggerFactory.getLogger(SparqlPoll.class);
    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int BATCH_STATEMENTS = 50_000;

    private final RdfSourceConfig config;
    private final GraphQueries queries;
    private final GraphStates states;
    private final GraphRecords records;
    private final SparqlCounts counts = new SparqlCounts();

    /** Graphs of the poll under way that are not compared yet. */
    private final Deque<Listed> listed = new ArrayDeque<>();

    /** Graphs of the poll under way that seem to be gone. */
    private final Deque<String> missing = new ArrayDeque<>();

    private boolean isPolling;
    private boolean withHashes;

    private SparqlPoll(RdfSourceConfig config, Elements elements, GraphStates states) {
        this.config = config;
        this.states = states;
        queries = new GraphQueries(
                new SparqlClient(config),
                SparqlOptions.graphs(config),
                LimitOptions.limits(config).reading());
        records = new GraphRecords(elements, states);
        withHashes = SparqlOptions.FINGERPRINT.of(config) != Fingerprint.CONTENT;
    }

    /**
     * Looks up the stored fingerprints. The endpoint is asked by {@link #ask}.
     *
     * @throws ConnectException if a stored offset has another form
     */
    static SourceSession open(TaskStart start) {
        RdfSourceConfig config = start.config();
        GraphStates states = GraphStates.stored(SparqlSource.input(config), start.offsets());
        SparqlPoll poll = new SparqlPoll(config, start.elements(new ElementCounts()), states);
        log.info(
                "Polling {}; {} graphs are known",
                SparqlSource.input(config),
                states.graphs().size());
        poll.counts.register(start.context());
        return new PollingSession(poll, SparqlOptions.ACCESS.attempts(config, log, poll.counts.failures));
    }

    /** Goes on with the poll until there is a batch. An exception leaves the graph in its place. */
    @Override
    public long ask(Batch batch, BooleanSupplier isClosed) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        int statements = 0;
        if (!isPolling) {
            list();
        }
        while (!isClosed.getAsBoolean()
                && batch.size() < batch.mostRecords()
                && statements < BATCH_STATEMENTS
                && (batch.isEmpty() || System.nanoTime() - begin < BATCH_NANOS)) {
            if (!listed.isEmpty()) {
                statements += compare(listed.element(), batch);
                listed.remove();
            } else if (!missing.isEmpty()) {
                delete(missing.element(), batch);
                missing.remove();
            } else {
                isPolling = false;
                counts.polls.incrementAndGet();
                return SparqlOptions.POLL_INTERVAL_MS.of(config);
            }
        }
        return 0;
    }

    private void list() throws IOException, InterruptedException {
        List<Listed> all;
        try {
            all = queries.list(withHashes);
        } catch (QueryRefusedException e) {
            if (!withHashes || SparqlOptions.FINGERPRINT.of(config) != Fingerprint.AUTO) {
                throw e;
            }
            all = queries.list(false);
            withHashes = false;
            log.warn(
                    "The endpoint cannot answer the query for hashes, so each poll reads all graphs: {}",
                    e.getMessage());
        }
        Set<String> names = new HashSet<>();
        for (Listed graph : all) {
            names.add(graph.graph().stringValue());
        }
        counts.graphs.set(all.size());
        listed.addAll(all);
        states.graphs().stream().filter(name -> !names.contains(name)).forEach(missing::add);
        isPolling = true;
    }

    /** Emits a graph if it has changed; returns the number of its statements that were read. */
    private int compare(Listed graph, Batch batch) throws IOException, InterruptedException {
        String name = graph.graph().stringValue();
        String fingerprint = graph.fingerprint();
        String known = states.fingerprint(name);
        if (fingerprint != null && fingerprint.equals(known)) {
            return 0;
        }
        RdfGraph element = queries.read(graph.graph());
        counts.read.incrementAndGet();
        if (element.statements().isEmpty()) {
            return 0; // deleted since it was listed: the next poll finds it missing
        }
        String found = fingerprint == null ? GraphHash.format(GraphHash.ofSet(element.statements())) : fingerprint;
        if (!found.equals(known)) {
            records.changed(batch, name, element, found);
            counts.changed.incrementAndGet();
        }
        return element.statements().size();
    }

    /** Emits a tombstone if the graph is really gone: the list may have been cut by a limit of the endpoint. */
    private void delete(String name, Batch batch) throws IOException, InterruptedException {
        if (!SparqlOptions.graphs(config).matcher(name).matches()
                || !queries.exists(SimpleValueFactory.getInstance().createIRI(name))) {
            records.deleted(batch, name);
            counts.deleted.incrementAndGet();
        }
    }

    @Override
    public void close() {
        records.close();
    }
}
