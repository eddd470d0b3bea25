package dev.velella.serve.app;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.TopicFacts;
import dev.velella.log.LogException;
import dev.velella.serve.http.HttpService;
import dev.velella.serve.intake.AllPartitions;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.PartitionSource;
import dev.velella.serve.options.ServeConfig;
import dev.velella.serve.peer.GroupPartitions;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.state.GraphStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service of the latest graphs: follows the topic of patches, and answers over HTTP. Owns all its parts.
 *
 * <p>If the log cannot be followed, the service ends: it would answer with graphs that are not the latest any more.
 * {@link #failure} has the reason. Thread-safe.
 */
public final class ServeApp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServeApp.class);

    private final ServeConfig config;
    private final GraphStore store;
    private final LogFollower follower;
    private final HttpService http;
    private final ServeMetrics metrics;
    private final Thread following = new Thread(this::follow, "velella-serve-log");
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Throwable failure;
    private boolean closed;

    /**
     * Makes the parts, and opens the directory of the state.
     *
     * @throws dev.velella.serve.state.StoreException if the directory cannot be used
     */
    public ServeApp(ServeConfig config) {
        this.config = config;
        store = new GraphStore(config.stateDirectory());
        String group = config.group();
        PartitionSource source = group == null
                ? new AllPartitions()
                : new GroupPartitions(
                        group,
                        String.valueOf(config.advertised()),
                        config.patches().properties());
        follower = new LogFollower(config, store, source);
        http = new HttpService(
                config.http(), follower, new LocalGraphs(store, follower), ServeConfig.LDES_PAGE.of(config));
        metrics = new ServeMetrics(follower, http);
    }

    /**
     * Opens the socket and begins to follow the log. Requests are answered with status 503 until the patches that are
     * committed now are applied.
     */
    public void start() {
        http.start();
        LOG.info("serving on {}", http.address());
        following.start();
    }

    private void follow() {
        try {
            TopicFacts topic = topic();
            String id = topic.id().toString();
            if (!id.equals(store.topic())) {
                store.begin(id);
            }
            follower.run(topic.partitions());
        } catch (Throwable e) {
            failure = e;
            LOG.error("the service ends: {}", e.toString());
        } finally {
            follower.close();
            ended.countDown();
        }
    }

    private TopicFacts topic() {
        String name = config.patches().topic();
        Map<String, Object> client = new HashMap<>();
        config.patches().consumerConfig().forEach((option, value) -> client.put("kafka." + option, value.toString()));
        try (ClusterAccess cluster =
                ClusterAccess.of(client).orElseThrow(() -> new LogException("bootstrap.servers is missing"))) {
            TopicFacts facts = cluster.describe(name, config.patches().timeout())
                    .orElseThrow(() -> new LogException("there is no topic " + name + " (" + ServeConfig.PATCH_TOPIC
                            + "); start the diff app first"));
            if (facts.isCompacted()) {
                throw new LogException("topic " + name + " is compacted, so patches are missing; set its"
                        + " cleanup.policy to delete");
            }
            return facts;
        }
    }

    /** The port on which the service listens. */
    public int port() {
        return http.port();
    }

    /** Waits until the service has ended: by {@link #close}, or because it failed. */
    public void awaitEnded() throws InterruptedException {
        ended.await();
    }

    /** The reason why the service ended by itself; empty if it did not. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Ends the service. May be called again. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        http.close();
        follower.stop();
        if (following.isAlive()) {
            try {
                following.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        } else {
            follower.close();
        }
        metrics.close();
        store.close();
    }
}
