package dev.velella.bench.naive;

import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.util.List;

/** A pipeline from MQTT to a store, in processes of its own. Closing ends them. */
interface Contender extends AutoCloseable {
    /** Its parts in the order of the data; a process may be several parts. */
    List<String> PARTS = List.of("source", "diff", "sink");

    /** Starts all parts; returns when the store answers. */
    void start() throws IOException, InterruptedException;

    /** Numbers of the processes that run now. */
    List<Long> pids();

    /** Kills a part as {@code kill -9} does, and starts it again. */
    void kill(String part) throws IOException, InterruptedException;

    /** Where the store answers queries of the SPARQL protocol. */
    String queryUrl();

    /** @throws BenchmarkException if a part has ended that nobody killed */
    void check();

    @Override
    void close();
}
