package dev.velella.sink.store;

import dev.velella.sink.error.StoreDamagedException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;

/**
 * Vocabulary and rows of the graph {@code urn:velella:system}. In this graph a store keeps the offsets and chains of
 * the sink. It may contain rows of several connectors.
 *
 * <table>
 * <caption>Statements of the graph</caption>
 * <tr><th>subject</th><th>predicate</th><th>object</th></tr>
 * <tr><td>{@code urn:velella:system}</td><td>{@code urn:velella:system#storeId}</td>
 *     <td>random UUID, made with the store</td></tr>
 * <tr><td>{@code urn:velella:system}</td><td>{@code urn:velella:system#layout}</td>
 *     <td>version of this vocabulary, 2 (xsd:long)</td></tr>
 * <tr><td>{@code urn:velella:system}</td><td>{@code urn:velella:system#statements}</td>
 *     <td>number of statements outside reserved graphs (xsd:long); if missing, they have to be counted</td></tr>
 * <tr><td>{@code urn:velella:system}</td><td>{@code urn:velella:system#history}</td>
 *     <td>number of the last commit of the history, {@code @}, and id of the history; without {@code @} and id if the
 *     store was changed without a history since</td></tr>
 * <tr><td>{@code urn:velella:system:prefix:PREFIX}</td><td>{@code urn:velella:system#namespace}</td>
 *     <td>namespace of a prefix, if the store itself does not keep prefixes safely</td></tr>
 * <tr><td>{@code urn:velella:system:partition:CONNECTOR:TOPIC:NUMBER}</td>
 *     <td>{@code urn:velella:system#nextOffset}</td>
 *     <td>offset of the first record that is not applied (xsd:long)</td></tr>
 * <tr><td>the same</td><td>{@code urn:velella:system#epoch}</td>
 *     <td>number of times a task opened the partition (xsd:long)</td></tr>
 * <tr><td>the same</td><td>{@code urn:velella:system#commit}</td>
 *     <td>random id of the last request that wrote the row, by which its writer learns that it won; only if the store
 *     is a SPARQL endpoint</td></tr>
 * <tr><td>the same, or another subject</td><td>{@code urn:velella:system#writer}</td>
 *     <td>a transaction that will change this row; only if the store is a repository of an RDF4J server</td></tr>
 * <tr><td>{@code urn:velella:system:topic:CONNECTOR:TOPIC}</td><td>{@code urn:velella:system#topicId}</td>
 *     <td>the cluster's id of the topic that the store was built from</td></tr>
 * <tr><td>{@code urn:velella:system:stream:CONNECTOR:TOPIC:KEY}</td>
 *     <td>{@code urn:velella:system#patchPosition}</td>
 *     <td>number of the last applied patch and hash of the state ({@link StreamState})</td></tr>
 * </table>
 *
 * <p>Names in upper case are percent-encoded. The row of a stream is one statement, because there may be as many
 * streams as devices. Stateless; the connection and its transaction belong to the caller.
 */
public final class SystemGraph {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String NAME = "urn:velella:system";
    private static final String PREFIX = NAME + ":prefix:";

    /** Name of the graph, and subject of the store's own statements. */
    public static final IRI GRAPH = VALUES.createIRI(NAME);

    public static final IRI STORE_ID = VALUES.createIRI(NAME + "#storeId");
    public static final IRI LAYOUT = VALUES.createIRI(NAME + "#layout");
    public static final IRI STATEMENTS = VALUES.createIRI(NAME + "#statements");
    public static final IRI HISTORY = VALUES.createIRI(NAME + "#history");
    public static final IRI TOPIC_ID = VALUES.createIRI(NAME + "#topicId");
    public static final IRI NAMESPACE = VALUES.createIRI(NAME + "#namespace");
    public static final IRI NEXT_OFFSET = VALUES.createIRI(NAME + "#nextOffset");
    public static final IRI EPOCH = VALUES.createIRI(NAME + "#epoch");
    public static final IRI COMMIT = VALUES.createIRI(NAME + "#commit");
    public static final IRI WRITER = VALUES.createIRI(NAME + "#writer");
    public static final IRI PATCH_POSITION = VALUES.createIRI(NAME + "#patchPosition");

    /** Version of the vocabulary that this class writes. */
    public static final long CURRENT_LAYOUT = 2;

    /** The version before. A store with this version gets the current version when it is opened. */
    public static final long EARLIER_LAYOUT = 1;

    private final String partitionPrefix;
    private final String streamPrefix;
    private final String topicPrefix;

    /** @param connector name of the connector whose rows are read and written */
    public SystemGraph(String connector) {
        this.partitionPrefix = NAME + ":partition:" + encode(connector) + ":";
        this.streamPrefix = NAME + ":stream:" + encode(connector) + ":";
        this.topicPrefix = NAME + ":topic:" + encode(connector) + ":";
    }

    /** Subject of the row of a partition. */
    public IRI partition(PartitionId id) {
        return VALUES.createIRI(partitionPrefix + encode(id.topic()) + ":" + id.partition());
    }

    /** Subject of the row of a stream. */
    public IRI stream(StreamId id) {
        return VALUES.createIRI(streamPrefix + encode(id.topic()) + ":" + encode(id.key()));
    }

    /** Subject of the row of a topic. */
    public IRI topic(String topic) {
        return VALUES.createIRI(topicPrefix + encode(topic));
    }

    /** The partition that a subject stands for; empty for a row of another connector. */
    public Optional<PartitionId> partitionOf(Value subject) {
        String iri = subject.stringValue();
        if (!iri.startsWith(partitionPrefix)) {
            return Optional.empty();
        }
        int colon = iri.lastIndexOf(':');
        String topic = URLDecoder.decode(iri.substring(partitionPrefix.length(), colon), StandardCharsets.UTF_8);
        return Optional.of(new PartitionId(topic, Integer.parseInt(iri.substring(colon + 1))));
    }

    /** The stream that a subject stands for; empty for a row of another connector. */
    public Optional<StreamId> streamOf(Value subject) {
        String iri = subject.stringValue();
        int colon = iri.lastIndexOf(':');
        if (!iri.startsWith(streamPrefix) || colon < streamPrefix.length()) {
            return Optional.empty();
        }
        String topic = URLDecoder.decode(iri.substring(streamPrefix.length(), colon), StandardCharsets.UTF_8);
        return Optional.of(new StreamId(topic, URLDecoder.decode(iri.substring(colon + 1), StandardCharsets.UTF_8)));
    }

    /** A partition whose row belongs to a connector. */
    public record Owned(String connector, PartitionId partition) {}

    /** The partition of any connector that a subject stands for; empty for another row. */
    public static Optional<Owned> ownedPartition(Value subject) {
        return connectorOf(subject).flatMap(connector -> new SystemGraph(connector)
                .partitionOf(subject)
                .map(partition -> new Owned(connector, partition)));
    }

    /**
     * Subjects of the rows that other streams of a key would have.
     *
     * @param partitions all partitions that any connector has applied to the store
     */
    public List<IRI> streamsOfSameKey(StreamId stream, Collection<Owned> partitions) {
        Set<IRI> rows = new LinkedHashSet<>();
        partitions.forEach(owned -> rows.add(new SystemGraph(owned.connector())
                .stream(new StreamId(owned.partition().topic(), stream.key()))));
        rows.remove(stream(stream));
        return List.copyOf(rows);
    }

    /** Begin of the subjects of a topic's partitions. */
    public String partitionsOf(String topic) {
        return partitionPrefix + encode(topic) + ":";
    }

    /** Begin of the subjects of a topic's streams. */
    public String streamsOf(String topic) {
        return streamPrefix + encode(topic) + ":";
    }

    /** The subject that a row of this connector would have as a row of another connector; empty for another row. */
    public Optional<IRI> inPlaceOf(Value subject, String topic, SystemGraph other) {
        String iri = subject.stringValue();
        if (iri.startsWith(partitionsOf(topic))) {
            return Optional.of(VALUES.createIRI(other.partitionsOf(topic)
                    + iri.substring(partitionsOf(topic).length())));
        }
        if (iri.startsWith(streamsOf(topic))) {
            return Optional.of(VALUES.createIRI(
                    other.streamsOf(topic) + iri.substring(streamsOf(topic).length())));
        }
        return iri.equals(topic(topic).stringValue()) ? Optional.of(other.topic(topic)) : Optional.empty();
    }

    /** Name of the connector to which the row of a subject belongs; empty for the store's own rows. */
    static Optional<String> connectorOf(Value subject) {
        String[] parts = subject.stringValue().split(":", -1);
        return parts.length < 6 || !subject.stringValue().startsWith(NAME + ":")
                ? Optional.empty()
                : Optional.of(URLDecoder.decode(parts[4], StandardCharsets.UTF_8));
    }

    /** Whether a subject is a stream of this connector. */
    public boolean isStream(Value subject) {
        return subject.stringValue().startsWith(streamPrefix);
    }

    /** Reads the only object of a subject and predicate; empty if there is none. */
    public static Optional<Value> read(RepositoryConnection connection, IRI subject, IRI predicate) {
        try (RepositoryResult<Statement> rows = connection.getStatements(subject, predicate, null, false, GRAPH)) {
            if (!rows.hasNext()) {
                return Optional.empty();
            }
            Value value = rows.next().getObject();
            if (rows.hasNext()) {
                throw new StoreDamagedException(
                        "the system graph is damaged: two values of " + predicate + " of " + subject, null);
            }
            return Optional.of(value);
        }
    }

    /** Like {@link #read}, for whole numbers. */
    public static Optional<Long> readLong(RepositoryConnection connection, IRI subject, IRI predicate) {
        return read(connection, subject, predicate).map(value -> ((Literal) value).longValue());
    }

    /** Identity of the store; empty for a store that was never used by a sink. */
    public static Optional<String> readStoreId(RepositoryConnection connection) {
        return read(connection, GRAPH, STORE_ID).map(Value::stringValue);
    }

    /** Rows for the identity and the layout. */
    public static List<StoreChange.Row> identityRows(String id) {
        return List.of(
                row(GRAPH, LAYOUT, CURRENT_LAYOUT), new StoreChange.Row(GRAPH, STORE_ID, VALUES.createLiteral(id)));
    }

    /** Row for the layout only. */
    public static List<StoreChange.Row> layoutRows() {
        return List.of(row(GRAPH, LAYOUT, CURRENT_LAYOUT));
    }

    /** Row for the number of statements outside reserved graphs. */
    public static StoreChange.Row statementsRow(long number) {
        return row(GRAPH, STATEMENTS, number);
    }

    /** Row for the place of the store in its history. */
    public static StoreChange.Row historyRow(String place) {
        return new StoreChange.Row(GRAPH, HISTORY, VALUES.createLiteral(place));
    }

    /** The place of the store in its history; empty if it never had one. */
    public static Optional<String> readHistory(RepositoryConnection connection) {
        return read(connection, GRAPH, HISTORY).map(Value::stringValue);
    }

    /** Row for the binding of a prefix. */
    public static StoreChange.Row namespaceRow(String prefix, String namespace) {
        return new StoreChange.Row(
                VALUES.createIRI(PREFIX + encode(prefix)), NAMESPACE, VALUES.createLiteral(namespace));
    }

    /** Row of a topic. */
    public StoreChange.Row topicRow(String topic, String id) {
        return new StoreChange.Row(topic(topic), TOPIC_ID, VALUES.createLiteral(id));
    }

    /** The topic that a subject stands for; empty for a row of another connector. */
    public Optional<String> topicOf(Value subject) {
        String iri = subject.stringValue();
        return iri.startsWith(topicPrefix)
                ? Optional.of(URLDecoder.decode(iri.substring(topicPrefix.length()), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** The prefix that a subject of {@link #namespaceRow} stands for. */
    public static String prefixOf(Value subject) {
        return URLDecoder.decode(subject.stringValue().substring(PREFIX.length()), StandardCharsets.UTF_8);
    }

    private static StoreChange.Row row(IRI subject, IRI predicate, long number) {
        return new StoreChange.Row(subject, predicate, VALUES.createLiteral(number));
    }

    /** The claim of a partition; epoch 0 and offset 0 if it has no row. */
    public Claim readClaim(RepositoryConnection connection, PartitionId id) {
        IRI row = partition(id);
        long nextOffset = readLong(connection, row, NEXT_OFFSET).orElse(0L);
        if (nextOffset < 0) {
            throw new StoreDamagedException(
                    "the system graph is damaged: " + row + " says that offset " + nextOffset + " is next", null);
        }
        return new Claim(readLong(connection, row, EPOCH).orElse(0L), nextOffset);
    }

    /** Rows of a partition. */
    public List<StoreChange.Row> rows(PartitionId id, Claim claim) {
        IRI subject = partition(id);
        return List.of(row(subject, EPOCH, claim.epoch()), row(subject, NEXT_OFFSET, claim.nextOffset()));
    }

    public Optional<StreamState> readChain(RepositoryConnection connection, StreamId id) {
        return read(connection, stream(id), PATCH_POSITION).map(value -> StreamState.parse(value.stringValue()));
    }

    /** Row of a stream. */
    public StoreChange.Row row(StreamId id, StreamState state) {
        return new StoreChange.Row(stream(id), PATCH_POSITION, VALUES.createLiteral(state.format()));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
