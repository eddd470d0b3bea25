package dev.velella.tests.chaos;

import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Connect worker in a process of its own that is killed and started again, and its connectors, which come back by
 * themselves.
 */
final class ChaosWorker implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    private static final Duration ROUND_OF_HEALING = Duration.ofMillis(300);

    private final Path scratch;
    private final Map<String, String> properties;
    private final List<String> jvmOptions;
    private final WorkerRest rest;

    /** Configurations by connector. */
    private final Map<String, Map<String, String>> connectors = new LinkedHashMap<>();

    private Process process;
    private long healedAt;
    private long kills;
    private long restarts;

    /**
     * Starts a worker that is its whole Connect cluster.
     *
     * @param name of the Connect cluster
     * @param exactlyOnce whether all source tasks write in transactions
     * @param jvmOptions options for its process
     */
    ChaosWorker(
            String name,
            Path scratch,
            String bootstrapServers,
            Path plugins,
            boolean exactlyOnce,
            List<String> jvmOptions)
            throws Exception {
        this.scratch = scratch;
        this.jvmOptions = jvmOptions;
        properties = new HashMap<>(ConnectWorker.properties(bootstrapServers, plugins, Ports.free()));
        properties.put("plugin.path", Installation.home().resolve("plugins") + "," + plugins);
        properties.put("exactly.once.source.support", exactlyOnce ? "enabled" : "disabled");
        properties.put("group.id", name);
        for (String topic : List.of("offset", "config", "status")) {
            properties.put(topic + ".storage.topic", name + "-" + topic);
        }
        properties.put("session.timeout.ms", "5000");
        properties.put("heartbeat.interval.ms", "500");
        rest = new WorkerRest(properties.get("listeners"));
        start();
    }

    private void start() throws Exception {
        process = Installation.worker(scratch, properties, jvmOptions);
        await("the worker answers", rest::isUp);
    }

    /** SIGKILL, and a new process. */
    void kill() throws Exception {
        process.destroyForcibly().waitFor();
        kills++;
        start();
    }

    /** Creates or changes a connector and waits until all its tasks run. */
    void configure(String connector, Map<String, String> config) throws Exception {
        connectors.put(connector, config);
        await("the worker takes " + connector, () -> rest.configure(connector, config));
        int tasks = Integer.parseInt(config.get("tasks.max"));
        awaitWhileHealing("all tasks of " + connector + " run", () -> rest.runningTasks(connector) == tasks);
    }

    /** Gives a connector another number of tasks. */
    void scale(String connector, int tasks) throws Exception {
        Map<String, String> config = new HashMap<>(connectors.get(connector));
        config.put("tasks.max", Integer.toString(tasks));
        configure(connector, config);
    }

    /** Restarts a connector and all its tasks. */
    void restart(String connector) throws Exception {
        await("the worker restarts " + connector, () -> rest.restart(connector));
        restarts++;
    }

    /** Waits and meanwhile restarts tasks that failed. */
    void awaitWhileHealing(String what, Condition condition) throws Exception {
        await(what, () -> {
            heal();
            return condition.holds();
        });
    }

    /** Waits; if in vain, the worker's threads are in its log and its last refusal is told. */
    private void await(String what, Condition condition) throws Exception {
        try {
            Await.until(what, PATIENCE, condition::holds);
        } catch (AssertionError e) {
            new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            throw new AssertionError(e.getMessage() + "; the last refusal: " + rest.lastRefusal(), e);
        }
    }

    /** As {@link #awaitWhileHealing}, until nothing is left; patience ends where nothing becomes less. */
    void awaitNothingLeft(String what, Remainder remainder) throws Exception {
        AtomicLong least = new AtomicLong(remainder.left());
        while (least.get() > 0) {
            awaitWhileHealing(what + ", " + least + " left", () -> {
                long left = remainder.left();
                return left < least.getAndAccumulate(left, Math::min);
            });
        }
    }

    private void heal() throws InterruptedException {
        if (System.nanoTime() - healedAt > ROUND_OF_HEALING.toNanos()) {
            for (String connector : connectors.keySet()) {
                restarts += rest.heal(connector);
            }
            healedAt = System.nanoTime();
        }
    }

    /** Something to be awaited. */
    interface Condition {
        boolean holds() throws Exception;
    }

    /** Something that becomes less. */
    interface Remainder {
        long left() throws Exception;
    }

    /** Topic in which it keeps the offsets of sources. */
    String offsetsTopic() {
        return properties.get("offset.storage.topic");
    }

    long kills() {
        return kills;
    }

    /** Number of restarts of tasks, one for a whole connector. */
    long restarts() {
        return restarts;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
