package dev.velella.past;

import dev.velella.failure.UserException;
import dev.velella.log.asof.Past;
import dev.velella.log.asof.PastRepository;
import dev.velella.sink.endpoint.EndpointFailedException;
import dev.velella.sink.endpoint.EndpointOptions;
import dev.velella.sink.endpoint.SparqlEndpoint;
import dev.velella.sink.query.HidingStrategyFactory;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StoreStatus;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/**
 * The read-only SPARQL endpoint of the sink over a past, with the same limits of queries. Owns the store, and closes both.
 */
public final class PastEndpoint implements AutoCloseable {
    private final Repository store;
    private final SparqlEndpoint endpoint;

    /**
     * Loads the past and starts to listen.
     *
     * @throws UserException if the address is unknown or the port taken
     */
    public PastEndpoint(Past past, String topic, String bind, int port, long timeoutMs) {
        MemoryStore memory = new MemoryStore();
        memory.setEvaluationStrategyFactory(new HidingStrategyFactory((source, budget) -> source));
        store = PastRepository.fill(past, memory);
        try {
            endpoint = SparqlEndpoint.start(
                    new EndpointOptions(bind, port, timeoutMs), new Served(store, status(past, topic)));
        } catch (EndpointFailedException e) {
            store.shutDown();
            throw new UserException("--serve: " + e.getMessage(), e);
        }
    }

    private static StoreStatus status(Past past, String topic) {
        List<StoreStatus.Partition> partitions = past.partitions().stream()
                .map(read -> new StoreStatus.Partition(topic, read.partition(), read.end(), read.end()))
                .toList();
        return new StoreStatus("as-of", past.statements(), past.streams().size(), partitions);
    }

    private record Served(Repository store, StoreStatus status) implements Queryable {
        @Override
        public RepositoryConnection connect() {
            return store.getConnection();
        }

        /** Does not wait, because a past does not change: a record that it lacks never comes. */
        @Override
        public boolean awaitApplied(Map<PartitionId, Long> offsets, long patienceMs) {
            return offsets.entrySet().stream().allMatch(wanted -> status.partitions().stream()
                    .anyMatch(read -> read.topic().equals(wanted.getKey().topic())
                            && read.partition() == wanted.getKey().partition()
                            && read.applied() > wanted.getValue()));
        }
    }

    /** Address of the query service. */
    public URI uri() {
        return endpoint.uri();
    }

    @Override
    public void close() {
        endpoint.close();
        store.shutDown();
    }
}
