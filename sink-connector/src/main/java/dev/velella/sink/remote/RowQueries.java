package dev.velella.sink.remote;

import dev.velella.rdf.ErrorText;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.jspecify.annotations.Nullable;

/**
 * The SPARQL queries for rows of the system graph in a remote store, and the meaning of their results. If a row has two
 * values of one predicate, the store counts as damaged; no value is guessed.
 */
public final class RowQueries {
    private static final String IN_GRAPH = "GRAPH <" + SystemGraph.GRAPH + "> { ";

    private RowQueries() {}

    /**
     * The identity of a store.
     *
     * @param storeId id of the store; null if it has none yet
     * @param layout version of the vocabulary; 0 if the store has none yet
     */
    public record Identity(@Nullable String storeId, long layout) {}

    /** Query for the identity: variables p and o. */
    public static String identityQuery() {
        return "SELECT ?p ?o WHERE { " + IN_GRAPH + "<" + SystemGraph.GRAPH + "> ?p ?o } }";
    }

    public static Identity identity(List<BindingSet> solutions) {
        String storeId = null;
        long layout = 0;
        for (BindingSet solution : solutions) {
            Value value = solution.getValue("o");
            if (SystemGraph.STORE_ID.equals(solution.getValue("p"))) {
                if (storeId != null) {
                    throw damaged("two store ids");
                }
                storeId = value.stringValue();
            } else if (SystemGraph.LAYOUT.equals(solution.getValue("p"))) {
                layout = Math.max(layout, number(value));
            }
        }
        if (layout > SystemGraph.CURRENT_LAYOUT) {
            throw new StoreFailedException(
                    "the store has layout " + layout + "; this version knows layouts " + SystemGraph.EARLIER_LAYOUT
                            + " and " + SystemGraph.CURRENT_LAYOUT,
                    null);
        }
        return new Identity(storeId, layout);
    }

    /** Update that gives a store the current layout, and an id if it has none. */
    public static String identityUpdate(String storeId) {
        String self = "<" + SystemGraph.GRAPH + "> ";
        String layout = self + "<" + SystemGraph.LAYOUT + "> ";
        return "DELETE { " + IN_GRAPH + layout + "?l } } INSERT { " + IN_GRAPH + layout + "\""
                + SystemGraph.CURRENT_LAYOUT + "\"^^<http://www.w3.org/2001/XMLSchema#long> } } WHERE { OPTIONAL { "
                + IN_GRAPH + layout + "?l } } } ;\n"
                + "INSERT { " + IN_GRAPH + self + "<" + SystemGraph.STORE_ID + "> \"" + storeId
                + "\" } } WHERE { FILTER NOT EXISTS { " + IN_GRAPH + self + "<" + SystemGraph.STORE_ID + "> ?any } } }";
    }

    /**
     * Query whether the identity is visible in the default graph. If so, the default graph is the union of all graphs.
     */
    public static String unionQuery() {
        return "ASK { <" + SystemGraph.GRAPH + "> <" + SystemGraph.STORE_ID + "> ?id }";
    }

    /**
     * Query for all statements of rows: variables s, p and o. It does not use VALUES, because some stores would then
     * read the whole graph.
     */
    public static String query(Collection<? extends Value> rows) {
        return rows.stream()
                .map(row -> "{ " + IN_GRAPH + "<" + row + "> ?p ?o } BIND(<" + row + "> AS ?s) }")
                .collect(Collectors.joining(" UNION ", "SELECT ?s ?p ?o WHERE { ", " }"));
    }

    /** Query for the chains of streams: variables s and o. */
    public static String chainQuery(Collection<? extends Value> streams) {
        return "SELECT ?s ?o WHERE { VALUES ?s { " + list(streams) + "} " + IN_GRAPH + "?s <"
                + SystemGraph.PATCH_POSITION + "> ?o } }";
    }

    /** Query for the rows of the partitions of all connectors: variable s. */
    public static String partitionQuery() {
        return "SELECT ?s WHERE { " + IN_GRAPH + "?s <" + SystemGraph.NEXT_OFFSET + "> ?o } }";
    }

    /**
     * Update that moves rows of one connector to another connector.
     *
     * @param moved topics whose rows are moved
     * @param dropped topics whose rows are deleted
     */
    public static String takeOver(SystemGraph from, SystemGraph to, Set<String> moved, Set<String> dropped) {
        List<String> operations = new ArrayList<>();
        if (!moved.isEmpty()) {
            String rows = moved.stream()
                    .map(topic -> begins(from.partitionsOf(topic), to.partitionsOf(topic)) + " UNION "
                            + begins(from.streamsOf(topic), to.streamsOf(topic)) + " UNION "
                            + is(from.topic(topic), to.topic(topic)))
                    .collect(Collectors.joining(" UNION "));
            operations.add("DELETE { " + IN_GRAPH + "?s ?p ?o } } INSERT { " + IN_GRAPH + "?t ?p ?o } } WHERE { " + rows
                    + " }");
        }
        if (!dropped.isEmpty()) {
            String rows = dropped.stream()
                    .map(topic -> begins(from.partitionsOf(topic), "") + " UNION " + begins(from.streamsOf(topic), "")
                            + " UNION " + is(from.topic(topic), to.topic(topic)))
                    .collect(Collectors.joining(" UNION "));
            operations.add("DELETE { " + IN_GRAPH + "?s ?p ?o } } WHERE { " + rows + " }");
        }
        return String.join(" ;\n", operations);
    }

    /** Pattern for the statements whose subject begins with a text, and for the subject with another begin. */
    private static String begins(String text, String instead) {
        return "{ " + IN_GRAPH + "?s ?p ?o } FILTER(STRSTARTS(STR(?s), \"" + text + "\")) BIND(IRI(CONCAT(\"" + instead
                + "\", SUBSTR(STR(?s), " + (text.length() + 1) + "))) AS ?t) }";
    }

    /** Pattern for the statements of a row, unless the other row is there already. */
    private static String is(IRI row, IRI instead) {
        return "{ " + IN_GRAPH + "<" + row + "> ?p ?o } BIND(<" + row + "> AS ?s) BIND(<" + instead + "> AS ?t)"
                + " FILTER NOT EXISTS { " + IN_GRAPH + "<" + instead + "> ?any ?value } } }";
    }

    /** Query for the ids of all topics of all connectors: variables s and o. */
    public static String topicIdQuery() {
        return "SELECT ?s ?o WHERE { " + IN_GRAPH + "?s <" + SystemGraph.TOPIC_ID + "> ?o } }";
    }

    /** Update that gives a topic an id if it has none. */
    public static String topicIdUpdate(IRI topic, String id) {
        StringBuilder row = new StringBuilder("<" + topic + "> <" + SystemGraph.TOPIC_ID + "> ");
        String any = row + "?any ";
        SparqlText.string(row, id);
        return "INSERT { " + IN_GRAPH + row + " } } WHERE { FILTER NOT EXISTS { " + IN_GRAPH + any + "} } }";
    }

    /** Puts the id of a topic into a map. */
    public static void putTopicId(Map<String, String> ids, String topic, Value id) {
        if (ids.put(topic, id.stringValue()) != null) {
            throw damaged("two ids of topic " + topic);
        }
    }

    /** Update that deletes a row. */
    public static String forget(IRI row) {
        return "DELETE WHERE { " + IN_GRAPH + "<" + row + "> ?p ?o } }";
    }

    /** Update that adds a statement to a row and then fails. */
    public static String failing(IRI row) {
        return "INSERT DATA { " + IN_GRAPH + "<" + row + "> <" + SystemGraph.GRAPH + "#failed> true } } ;\n"
                + "LOAD <urn:velella:nothing>";
    }

    /** Query whether the statement of {@link #failing} is there. */
    public static String failedQuery(IRI row) {
        return "ASK { " + IN_GRAPH + "<" + row + "> <" + SystemGraph.GRAPH + "#failed> true } }";
    }

    private static String list(Collection<? extends Value> subjects) {
        StringBuilder list = new StringBuilder();
        subjects.forEach(subject -> {
            SparqlText.fullIri(list, subject.stringValue());
            list.append(' ');
        });
        return list.toString();
    }

    /** Puts a statement into a row. */
    public static void put(Map<IRI, Value> row, PartitionId id, IRI predicate, Value object) {
        if (SystemGraph.WRITER.equals(predicate)) {
            return; // rows of target=http, which may have several writers
        }
        if (row.put(predicate, object) != null) {
            throw damaged("two values of " + predicate + " of partition " + id);
        }
    }

    /** Puts the state of a stream into a map. */
    public static void putChain(Map<StreamId, StreamState> chains, StreamId stream, Value state) {
        try {
            if (chains.put(stream, StreamState.parse(state.stringValue())) != null) {
                throw damaged("two states of stream " + ErrorText.name(stream.key()));
            }
        } catch (IllegalArgumentException e) {
            throw damaged(e.getMessage() + ", of stream " + ErrorText.name(stream.key()));
        }
    }

    public static Map<PartitionId, Claim> claims(Map<PartitionId, Map<IRI, Value>> rows) {
        Map<PartitionId, Claim> claims = new HashMap<>();
        rows.forEach((id, row) -> claims.put(id, claim(id, row)));
        return claims;
    }

    public static Claim claim(PartitionId id, Map<IRI, Value> row) {
        Value epoch = row.get(SystemGraph.EPOCH);
        Value next = row.get(SystemGraph.NEXT_OFFSET);
        if (epoch == null || next == null) {
            throw damaged("half a row of partition " + id);
        }
        long nextOffset = number(next);
        try {
            return new Claim(number(epoch), nextOffset);
        } catch (IllegalArgumentException e) {
            throw damaged(e.getMessage() + ", of partition " + id);
        }
    }

    /** Whether the request with an id was the last that wrote a row. */
    public static boolean isCommit(@Nullable Map<IRI, Value> row, String id) {
        Value commit = row == null ? null : row.get(SystemGraph.COMMIT);
        return commit != null && commit.stringValue().equals(id);
    }

    private static long number(Value value) {
        try {
            return ((Literal) value).longValue();
        } catch (ClassCastException | NumberFormatException e) {
            throw damaged("not a number: " + value);
        }
    }

    private static StoreDamagedException damaged(String what) {
        return new StoreDamagedException(
                "the system graph is damaged: " + what
                        + "; give the connector a new, empty store (target.url), with on.lost.history=rebuild",
                null);
    }
}
