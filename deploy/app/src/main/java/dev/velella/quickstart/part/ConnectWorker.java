package dev.velella.quickstart.part;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.connect.cli.ConnectDistributed;
import org.apache.kafka.connect.runtime.Connect;
import org.eclipse.jetty.util.thread.ShutdownThread;

/**
 * A distributed Connect worker in this process, with its REST server on localhost and plugins from a directory.
 * Closing stops it and its connectors and waits for them.
 */
public final class ConnectWorker implements AutoCloseable {
    private static final long STOP_SECONDS = 60;

    private final Connect<?> connect;
    private final String restUrl;

    /**
     * Starts a worker.
     *
     * @param bootstrapServers brokers of the cluster
     * @param pluginPath directory whose sub-directories are plugins
     * @param port port of the REST server; the caller has checked that it is free
     */
    public ConnectWorker(String bootstrapServers, Path pluginPath, int port) {
        restUrl = "http://localhost:" + port;
        Map<String, String> properties = properties(bootstrapServers, pluginPath, port);
        // The worker leaves the group when it is closed. Until then, a long timeout keeps its tasks running on a busy
        // machine.
        properties.put("session.timeout.ms", "20000");
        connect = new ConnectDistributed().startConnect(properties);
        // At the end of the JVM, Connect's hook stops the REST server. Jetty has a hook of its own, at the same time.
        // It would destroy the server that is being stopped, and Connect would wait for this server for ever.
        Runtime.getRuntime().removeShutdownHook(ShutdownThread.getInstance());
    }

    /** Configuration of the worker. A worker in a process of its own uses the same configuration. */
    public static Map<String, String> properties(String bootstrapServers, Path pluginPath, int port) {
        Map<String, String> p = new HashMap<>();
        p.put("bootstrap.servers", bootstrapServers);
        p.put("group.id", "velella-connect");
        p.put("plugin.path", pluginPath.toString());
        // The default scans the whole class path, which takes many seconds.
        p.put("plugin.discovery", "service_load");
        p.put("listeners", "http://localhost:" + port);
        p.put("rest.advertised.host.name", "localhost");
        p.put("exactly.once.source.support", "enabled");
        p.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        p.put("value.converter", "dev.velella.converter.JellyConverter");
        p.put("header.converter", "org.apache.kafka.connect.storage.StringConverter");
        p.put("consumer.allow.auto.create.topics", "false");
        p.put("producer.enable.idempotence", "true");
        p.put("producer.compression.type", "zstd");
        p.put("producer.batch.size", "65536");
        p.put("producer.linger.ms", "20");
        p.put("producer.max.block.ms", "600000");
        p.put("producer.transaction.timeout.ms", "15000");
        for (String topic : new String[] {"offset", "config", "status"}) {
            p.put(topic + ".storage.topic", "velella-connect-" + topic + "s");
            p.put(topic + ".storage.replication.factor", "1");
        }
        p.put("offset.storage.partitions", "1");
        p.put("status.storage.partitions", "1");
        p.put("offset.flush.interval.ms", "1000");
        p.put("scheduled.rebalance.max.delay.ms", "0");
        p.put("session.timeout.ms", "6000");
        p.put("heartbeat.interval.ms", "1000");
        // A consumer waits on close for its last fetch, and the worker closes half a dozen consumers one after the
        // other.
        p.put("fetch.max.wait.ms", "100");
        p.put("consumer.fetch.max.wait.ms", "100");
        return p;
    }

    /** Base address of the REST server. */
    public String restUrl() {
        return restUrl;
    }

    /**
     * Stops the worker, and waits until its connectors and clients are closed. At the end of the JVM, Connect's own
     * shutdown hook may be stopping the worker already. In this case stop() returns at once, so this method waits for
     * the end of the herder.
     */
    @Override
    public void close() {
        connect.stop();
        try {
            connect.herderTask().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the Connect worker did not stop cleanly", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
