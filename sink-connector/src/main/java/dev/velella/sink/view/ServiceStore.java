package dev.velella.sink.view;

import dev.velella.kit.secret.ShownUrl;
import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.SparqlProtocol;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.store.SystemGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.AbstractTupleQueryResultHandler;
import org.eclipse.rdf4j.query.BindingSet;
import org.jspecify.annotations.Nullable;

/**
 * A store behind the query service of any SPARQL 1.1 endpoint. Rows and data come from one query, so they belong
 * together if the endpoint answers every query from one state.
 *
 * <p>If the default graph of the endpoint is the union of all graphs, its own statements cannot be distinguished and
 * are left out. IRIs that the sink wrote instead of blank nodes become blank nodes again. Other blank nodes have labels
 * that are valid for this answer only.
 */
public final class ServiceStore implements StoreView {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NAMED = "{ GRAPH ?g { ?s ?p ?o } }";
    private static final String DEFAULT = "{ ?s ?p ?o }";

    private final SparqlProtocol protocol;

    /** The place of the store, for messages. */
    private final String place;

    private final String blankNodesBase;
    private boolean defaultGraph = true;

    /**
     * Makes a store without authentication. Does not contact it yet.
     *
     * @param service address of the query service
     * @param timeout maximum wait for a connection, and for bytes of an answer
     * @param blankNodesBase prefix of the IRIs that replace blank nodes; the rest is the percent-encoded label. Empty
     *     text if there are none
     */
    public ServiceStore(URI service, Duration timeout, String blankNodesBase) {
        this(Sparql11Protocol.reading(service, timeout), blankNodesBase);
    }

    /**
     * Makes the store to which a sink writes, with the settings of the sink. Does not contact it yet.
     *
     * @throws StoreFailedException if a key store cannot be read
     */
    public static ServiceStore of(RemoteSettings settings, Duration timeout, String blankNodesBase) {
        return new ServiceStore(settings.with(timeout, timeout), blankNodesBase);
    }

    private ServiceStore(RemoteSettings settings, String blankNodesBase) {
        protocol = SparqlProtocol.of(settings);
        place = ShownUrl.of(settings.queryUrl());
        this.blankNodesBase = blankNodesBase;
    }

    @Override
    public String place() {
        return place;
    }

    /** Returns false, because other programs may keep data in the store. */
    @Override
    public boolean isExclusive() {
        return false;
    }

    @Override
    public boolean hasDefaultGraph() {
        return defaultGraph;
    }

    @Override
    public boolean mayRewriteLiterals() {
        return true;
    }

    @Override
    public void read(StoreContent.Reader reader) throws IOException {
        defaultGraph = !isUnion();
        String pattern = defaultGraph ? NAMED + " UNION " + DEFAULT : NAMED;
        select("SELECT ?g ?s ?p ?o { " + pattern + " }", new Statements(reader, blankNodesBase));
    }

    /** Whether the sink's rows, which are in a graph of their own, are visible in the default graph. */
    private boolean isUnion() throws IOException {
        boolean[] seen = {false};
        select("SELECT ?s { ?s <" + SystemGraph.NEXT_OFFSET + "> ?o } LIMIT 1", new AbstractTupleQueryResultHandler() {
            @Override
            public void handleSolution(BindingSet row) {
                seen[0] = true;
            }
        });
        return seen[0];
    }

    private void select(String query, AbstractTupleQueryResultHandler handler) throws IOException {
        try {
            protocol.select("read the store", query, handler);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (StoreUnavailableException e) {
            boolean isAway = e.getCause() instanceof ConnectException;
            throw new StoreFailedException(
                    isAway ? place + " cannot be queried: no connection" : String.valueOf(e.getMessage()), e);
        }
    }

    /** Converts solutions to statements. Statements of reserved graphs are left out, except the sink's rows. */
    private static final class Statements extends AbstractTupleQueryResultHandler {
        private final StoreContent.Reader reader;

        private final String blankNodesBase;

        Statements(StoreContent.Reader reader, String blankNodesBase) {
            this.reader = reader;
            this.blankNodesBase = blankNodesBase;
        }

        @Override
        public void handleSolution(BindingSet row) {
            if (!(term(row.getValue("s")) instanceof Resource subject)
                    || !(row.getValue("p") instanceof IRI predicate)
                    || row.getValue("o") == null) {
                throw new StoreFailedException("a solution of the endpoint is no statement: " + row, null);
            }
            Resource graph = term(row.getValue("g")) instanceof Resource named ? named : null;
            Value object = Objects.requireNonNull(term(row.getValue("o")));
            hand(VALUES.createStatement(subject, predicate, object, graph), reader);
        }

        private @Nullable Value term(@Nullable Value value) {
            return ServiceStore.term(value, blankNodesBase);
        }
    }

    /** Passes on a statement of a store, with blank nodes in place of the IRIs that the sink wrote for them. */
    static void hand(Statement stored, StoreContent.Reader reader, String blankNodesBase) {
        hand(
                VALUES.createStatement(
                        (Resource) Objects.requireNonNull(term(stored.getSubject(), blankNodesBase)),
                        stored.getPredicate(),
                        Objects.requireNonNull(term(stored.getObject(), blankNodesBase)),
                        (Resource) term(stored.getContext(), blankNodesBase)),
                reader);
    }

    private static void hand(Statement statement, StoreContent.Reader reader) {
        try {
            StoreContent.hand(statement, reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Value term(@Nullable Value value, String blankNodesBase) {
        if (blankNodesBase.isEmpty()
                || !(value instanceof IRI iri)
                || !iri.stringValue().startsWith(blankNodesBase)) {
            return value;
        }
        String label = iri.stringValue().substring(blankNodesBase.length());
        return VALUES.createBNode(URLDecoder.decode(label.replace("+", "%2B"), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        protocol.close();
    }
}
