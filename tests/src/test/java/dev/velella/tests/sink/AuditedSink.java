package dev.velella.tests.sink;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.quickstart.part.Samples;
import dev.velella.tests.Installation;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A sink connector and its store, which is compared with the stream up to the offsets that it says itself. */
public interface AuditedSink {
    /** Name of the connector. */
    String name();

    /** The connector as it is given to the worker. */
    ObjectNode connector(String bootstrapServers) throws IOException;

    /** Number of records that are applied; -1 while the store does not answer. */
    long applied() throws InterruptedException;

    /** As {@link #applied}, of what would survive a crash of the worker. */
    long durable() throws InterruptedException;

    /**
     * Compares the store with the stream at its offsets: by a scan, by look-ups, and by the numbers and hashes of the chains.
     *
     * @param quiet whether no task runs; look-ups need that
     * @return number of records that the store has
     */
    long audit(PatchStream stream, boolean quiet) throws Exception;

    /** A sample with the settings that a test needs besides its own. */
    static ObjectNode sample(String file, String name, String bootstrapServers, Map<String, String> more)
            throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "kafka.bootstrap.servers",
                bootstrapServers,
                // The patches are written here, without a diff app and its snapshots.
                "topics",
                "patches",
                "snapshot.topics",
                "",
                // Kafka gives a dead consumer 45 s before another gets its partitions.
                "consumer.override.session.timeout.ms",
                "6000"));
        settings.putAll(more);
        ObjectNode connector = new Samples(Installation.home()).connector(file, settings);
        connector.put("name", name);
        return connector;
    }
}
