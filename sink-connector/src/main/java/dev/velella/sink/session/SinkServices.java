package dev.velella.sink.session;

import dev.velella.sink.endpoint.SparqlEndpoint;
import dev.velella.sink.intake.LogEnds;
import dev.velella.sink.intake.PartitionEnds;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.metrics.SinkMetrics;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.embedded.QueryOptions;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services that run in threads of their own beside the task's thread: the SPARQL endpoint, the reader of the
 * partitions' end offsets, and the watch over the store.
 */
final class SinkServices implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final @Nullable SparqlEndpoint endpoint;
    private final LogEnds logEnds;
    private final StoreWatch storeWatch;

    /**
     * Starts the services. If one of them cannot start, none is left running.
     *
     * @param ends gets what is known of the ends of partitions
     * @param props options of the connector
     * @throws dev.velella.sink.endpoint.EndpointFailedException if the endpoint cannot listen
     */
    SinkServices(
            Target target,
            PartitionEnds ends,
            SinkCounts counts,
            RdfSinkConfig config,
            Map<String, String> props,
            SinkTaskContext context) {
        counts.onStore(target.waits()::waitingMs);
        SinkMetrics.register(context, counts);
        LOG.info("Store {}", config.describeTarget());
        logEnds = LogEnds.of(props, ends, counts, System::currentTimeMillis);
        storeWatch = StoreWatch.start(
                config.describeTarget(), target.waits(), config.target().withoutAnswer(config));
        try {
            endpoint = endpoint(target, config);
        } catch (RuntimeException e) {
            logEnds.close();
            storeWatch.close();
            throw e;
        }
    }

    private static @Nullable SparqlEndpoint endpoint(Target target, RdfSinkConfig config) {
        if (!QueryOptions.isEnabled(config) || !(target instanceof Queryable store)) {
            return null;
        }
        SparqlEndpoint endpoint = SparqlEndpoint.start(QueryOptions.settings(config), store);
        LOG.info("SPARQL endpoint: {}", endpoint.uri());
        return endpoint;
    }

    /** The reader of the partitions' end offsets. */
    LogEnds logEnds() {
        return logEnds;
    }

    @Override
    public void close() {
        if (endpoint != null) {
            endpoint.close();
        }
        logEnds.close();
        storeWatch.close();
    }
}
