package dev.velella.bench.serve;

import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** How fast a service gives its graphs: all in one answer, or one request for each. Stateless. */
final class ServeRates {
    /** The answer is one stream of Jelly. */
    static final byte[] JELLY = ServeClient.request("/graphs", "application/x-jelly-rdf");

    private static final int CONNECTIONS = 8;

    private ServeRates() {}

    /**
     * Gets all graphs some times; returns graphs a second.
     *
     * @param graphs of an answer
     * @param firstBytes takes the time until the first byte of each answer, in ms
     */
    static double merged(ServeClient client, byte[] request, int times, int graphs, List<Double> firstBytes)
            throws IOException {
        long began = System.nanoTime();
        for (int i = 0; i < times; i++) {
            client.get(request, null);
            firstBytes.add(client.firstByteNanos() / 1e6);
        }
        return (double) times * graphs / seconds(began);
    }

    /**
     * Gets single graphs over several connections; returns graphs a second.
     *
     * @param keys keys by number; safe in URLs
     * @param graphs number of keys
     */
    static double single(int port, IntFunction<String> keys, int graphs, int requests, ExecutorService threads)
            throws InterruptedException {
        int each = requests / CONNECTIONS;
        List<Callable<Void>> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            int number = i;
            clients.add(() -> {
                try (ServeClient client = new ServeClient(port)) {
                    for (int request = 0; request < each; request++) {
                        int graph = (int) ((number * (long) each + request) * 7919L % graphs);
                        client.get(
                                ServeClient.request("/graphs/" + keys.apply(graph), "application/x-jelly-rdf"), null);
                    }
                }
                return null;
            });
        }
        long began = System.nanoTime();
        for (Future<Void> done : threads.invokeAll(clients)) {
            get(done);
        }
        return (double) each * CONNECTIONS / seconds(began);
    }

    /** The result of a client. */
    static <T> T get(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new BenchmarkException("a client failed: " + e.getCause(), e.getCause());
        }
    }

    /** Seconds since a time of {@link System#nanoTime}. */
    static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
