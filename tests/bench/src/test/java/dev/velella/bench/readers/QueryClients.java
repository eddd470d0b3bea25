package dev.velella.bench.readers;

import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of a SPARQL endpoint over HTTP, with a thread and a connection each. A client asks {@value #PER_SECOND} queries a
 * second at random moments, of random stations and of all kinds in turn. The time of a query begins at its moment. A
 * moment that comes before the answer to the query before is left out. Closing ends the threads.
 */
final class QueryClients implements AutoCloseable {
    /** Number of clients. */
    static final int CLIENTS = 4;

    /** Queries a second of each client. */
    static final int PER_SECOND = 25;

    private static final int PATIENCE_MS = 60_000;

    private final URI endpoint;
    private final List<String> graphs;
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    private int phase;

    /** @param graphs of the stations */
    QueryClients(URI endpoint, List<String> graphs) {
        this.endpoint = endpoint;
        this.graphs = graphs;
    }

    /**
     * Answers of a time.
     *
     * @param nanos times of the answers
     * @param torn number of answers that are not of one state between two patches
     * @param refused number of queries that the store did not answer
     */
    record Answers(Map<StreamQuery, List<Long>> nanos, int torn, int refused) {
        /** All answers of some times. */
        static Answers all(List<Answers> parts) {
            Map<StreamQuery, List<Long>> nanos = new EnumMap<>(StreamQuery.class);
            for (StreamQuery query : StreamQuery.values()) {
                nanos.put(
                        query,
                        parts.stream()
                                .flatMap(part -> part.nanos().get(query).stream())
                                .toList());
            }
            return new Answers(
                    nanos,
                    parts.stream().mapToInt(Answers::torn).sum(),
                    parts.stream().mapToInt(Answers::refused).sum());
        }
    }

    /** Queries under way. */
    static final class Asking {
        private final List<Future<Answers>> clients;

        private Asking(List<Future<Answers>> clients) {
            this.clients = clients;
        }

        boolean isUnderWay() {
            return !clients.stream().allMatch(Future::isDone);
        }

        /** Waits for all answers. */
        Answers await() {
            List<Answers> answers = new ArrayList<>();
            for (Future<Answers> client : clients) {
                try {
                    answers.add(client.get());
                } catch (InterruptedException | ExecutionException e) {
                    throw new BenchmarkException("a query failed: " + e.getMessage(), e);
                }
            }
            return Answers.all(answers);
        }
    }

    /** Begins to ask, for so many ms. */
    Asking begin(long ms) {
        List<Future<Answers>> clients = new ArrayList<>();
        long begin = System.nanoTime();
        phase++;
        for (int client = 0; client < CLIENTS; client++) {
            int number = client;
            Random random = new Random(31L * phase + client);
            clients.add(threads.submit(() -> ask(begin, ms, number, random)));
        }
        return new Asking(clients);
    }

    private Answers ask(long begin, long ms, int client, Random random) throws IOException {
        List<Answers> answers = new ArrayList<>();
        long interval = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
        long count = TimeUnit.MILLISECONDS.toNanos(ms) / interval;
        StreamQuery[] kinds = StreamQuery.values();
        for (int i = 0; i < count; i++) {
            long moment = begin + i * interval + (long) (random.nextDouble() * interval);
            if (answers.isEmpty() || System.nanoTime() < moment) {
                for (long now = System.nanoTime(); now < moment; now = System.nanoTime()) {
                    LockSupport.parkNanos(moment - now);
                }
                StreamQuery kind = kinds[(client + answers.size()) % kinds.length];
                answers.add(ask(moment, kind, graphs.get(random.nextInt(graphs.size()))));
            }
        }
        return Answers.all(answers);
    }

    private Answers ask(long moment, StreamQuery query, String graph) throws IOException {
        String text = URLEncoder.encode(query.text(graph), StandardCharsets.UTF_8);
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(endpoint + "?query=" + text).toURL().openConnection();
        connection.setRequestProperty("Accept", "text/csv");
        connection.setReadTimeout(PATIENCE_MS);
        Map<StreamQuery, List<Long>> nanos = new EnumMap<>(StreamQuery.class);
        for (StreamQuery each : StreamQuery.values()) {
            nanos.put(each, List.of());
        }
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            try (InputStream error = connection.getErrorStream()) {
                if (error != null) {
                    error.readAllBytes();
                }
            }
            return new Answers(nanos, 0, 1);
        }
        String csv;
        try (InputStream body = connection.getInputStream()) {
            csv = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
        nanos.put(query, List.of(System.nanoTime() - moment));
        return new Answers(nanos, query.isWhole(csv) ? 0 : 1, 0);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
