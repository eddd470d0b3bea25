package dev.velella.bench.naive;

import dev.velella.bench.process.StoreProcess;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The work of a contender in one run.
 *
 * @param name of the run, part of the names of topics
 * @param folder for files and logs
 * @param server the store; null if the contender holds a store in memory itself
 */
record Task(String name, Path folder, String bootstrapServers, int mqttPort, @Nullable StoreProcess server) {
    /** How long a broker waits for a killed client: the least that Kafka's brokers allow. */
    static final int SESSION_MS = 6000;

    String graphs() {
        return "graphs-" + name;
    }

    /** Where Velella puts messages that it cannot read; there are none. */
    String deadLetters() {
        return "dead-letters-" + name;
    }

    String patches() {
        return "patches-" + name;
    }
}
