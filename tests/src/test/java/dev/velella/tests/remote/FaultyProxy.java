package dev.velella.tests.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Stands between the sink and a server, and does to chosen requests what networks do. */
final class FaultyProxy implements AutoCloseable {
    private static final Set<String> OWN_HEADERS =
            Set.of("host", "connection", "content-length", "transfer-encoding", "upgrade", "expect");

    private static final long ANSWER_SECONDS = 60;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String upstream;
    private final AtomicReference<Fault> fault = new AtomicReference<>();

    private volatile Slowness slowness = new Slowness(Duration.ZERO, url -> false);

    /** Ends when the late request is answered. */
    private volatile CompletableFuture<HttpResponse<byte[]>> standstill = CompletableFuture.completedFuture(null);

    private volatile long bytesPerSecond = Long.MAX_VALUE;

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();

    /** How long chosen requests take at least. */
    private record Slowness(Duration time, Predicate<URI> chosen) {}

    /** What happens to the next request that is chosen. */
    private record Fault(
            Predicate<URI> chosen,
            Kind kind,
            CountDownLatch release,
            CompletableFuture<HttpResponse<byte[]>> answered) {

        Fault(Predicate<URI> chosen, Kind kind, int releases) {
            this(chosen, kind, new CountDownLatch(releases), new CompletableFuture<>());
        }
    }

    private enum Kind {
        /** The server does it; nobody hears of it. */
        ANSWER_LOST,
        /** The server gets it when the latch is released. */
        LATE,
        /** The proxy answers 503 with Retry-After. */
        BUSY
    }

    /** @param upstream any URL of the server */
    FaultyProxy(URI upstream) throws IOException {
        this.upstream = upstream.getScheme() + "://" + upstream.getAuthority();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** The URL by way of the proxy. */
    URI url(URI direct) {
        return URI.create(direct.toString().replace(upstream, own()));
    }

    private String own() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The next request to a URL is done, and its answer lost. */
    void loseAnswer(Predicate<URI> chosen) {
        fault.set(new Fault(chosen, Kind.ANSWER_LOST, 0));
    }

    /** From now on every request to a URL takes some time more. */
    void slow(Duration time, Predicate<URI> chosen) {
        slowness = new Slowness(time, chosen);
    }

    /** From now on the bodies of requests get to the server no faster than this. */
    void narrow(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** The next request to a URL is answered by 503 and a wait of a second. */
    void busy(Predicate<URI> chosen) {
        fault.set(new Fault(chosen, Kind.BUSY, 0));
    }

    /** Method, URL and body of each request until now, as text. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /**
     * The next request to a URL gets to the server only when the result is called, which waits for the server's answer.
     * Until then the network stands still: what its sender sends later, such as a rollback, gets to the server later too.
     */
    Callable<HttpResponse<byte[]>> delay(Predicate<URI> chosen) {
        Fault late = new Fault(chosen, Kind.LATE, 1);
        fault.set(late);
        return () -> {
            late.release().countDown();
            return late.answered().get(ANSWER_SECONDS, TimeUnit.SECONDS);
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        Fault due = fault.get();
        boolean hit = due != null && due.chosen().test(exchange.getRequestURI()) && fault.compareAndSet(due, null);
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(body, StandardCharsets.UTF_8));
            if (hit && due.kind() == Kind.BUSY) {
                exchange.getResponseHeaders().set("Retry-After", "1");
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            if (hit) {
                if (due.kind() == Kind.LATE) {
                    standstill = due.answered();
                }
                due.release().await();
            } else {
                standstill.exceptionally(failure -> null).join();
            }
            Slowness slow = slowness;
            if (slow.chosen().test(exchange.getRequestURI())) {
                TimeUnit.MILLISECONDS.sleep(slow.time().toMillis());
            }
            TimeUnit.MILLISECONDS.sleep(body.length * 1000L / bytesPerSecond);
            HttpResponse<byte[]> response = forward(exchange, body);
            if (hit) {
                due.answered().complete(response);
            } else {
                answer(exchange, response);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            if (hit) {
                due.answered().completeExceptionally(new IOException("the server did not answer the request"));
            }
        }
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(upstream + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private void answer(HttpExchange exchange, HttpResponse<byte[]> response) throws IOException {
        response.headers().map().forEach((name, values) -> {
            if (!OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value.replace(upstream, own())));
            }
        });
        byte[] body = response.body();
        exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
