package dev.velella.serve.http;

import dev.velella.kit.http.ServerSettings;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.kit.thread.Daemon;
import dev.velella.serve.select.AllGraphs;
import dev.velella.serve.select.Selected;
import dev.velella.serve.select.Selection;
import dev.velella.serve.select.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks other instances. A thread waits for each answer, so their number is bounded: some threads always remain for answers
 * from the own state, on which other instances may wait. Thread-safe.
 */
final class PeerClient implements AllGraphs.Peers, KeyLookup.PassedOn, AutoCloseable {
    /** Most answers of other instances at a time. */
    static final int MOST = 16;

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration FIRST_BYTE = Duration.ofSeconds(20);
    private static final List<String> PASSED_HEADERS =
            List.of("Content-Type", "ETag", "Vary", "Cache-Control", "Link", "Retry-After");

    private final HttpClient http;
    private final ServerSettings settings;
    private final String scheme;
    private final Semaphore free = new Semaphore(MOST);
    private final ScheduledExecutorService watcher =
            Executors.newSingleThreadScheduledExecutor(Daemon.named("velella-serve-peers"));

    PeerClient(ServerSettings settings) {
        this.settings = settings;
        scheme = settings.scheme();
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
        if (settings.isEncrypted()) {
            builder.sslContext(settings.tls().context());
        }
        http = builder.build();
    }

    @Override
    public Selected select(String address, Selection selection, Set<Integer> partitions) {
        HttpRequest request = request(address + PeerRoute.PATH, partitions)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(selection)))
                .build();
        HttpResponse<InputStream> response = send(address, request);
        try {
            if (response.statusCode() != 200) {
                throw new IOException("status " + response.statusCode() + ": "
                        + new String(response.body().readNBytes(500), StandardCharsets.UTF_8).strip());
            }
            return PeerRows.open(response.body(), address);
        } catch (IOException | RuntimeException e) {
            close(response.body());
            throw unavailable(address, e);
        }
    }

    private static String form(Selection selection) {
        if (selection instanceof Selection.After after) {
            return "after=" + after.counter();
        }
        if (selection instanceof Selection.Prefix prefix) {
            return "prefix=" + URLEncoder.encode(prefix.prefix(), StandardCharsets.UTF_8);
        }
        return ((Selection.Keys) selection)
                .keys().stream()
                        .map(key -> "key=" + URLEncoder.encode(key, StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    @Override
    public @Nullable Answer answer(String address, Set<Integer> partitions, ServerRequest asked) {
        HttpRequest.Builder request =
                request(address + target(asked), partitions).GET();
        for (String name : List.of("Accept", "If-None-Match", "Last-Event-ID")) {
            String value = asked.header(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        String host = asked.header("Host");
        if (host != null) {
            request.header(KeyLookup.CALLED_AS, host);
        }
        HttpResponse<InputStream> response = send(address, request.build());
        if (response.statusCode() == 404) {
            close(response.body());
            return null;
        }
        if (response.statusCode() == 503) {
            close(response.body());
            throw unavailable(address, new IOException("status 503"));
        }
        Answer answer = Answer.asIs(response.statusCode(), new PassedContent(response.body()));
        for (String name : PASSED_HEADERS) {
            response.headers().firstValue(name).ifPresent(value -> answer.header(name, value));
        }
        return answer;
    }

    @Override
    public String address(String address, ServerRequest request) {
        return scheme + "://" + address + target(request);
    }

    private static String target(ServerRequest request) {
        return request.path() + (request.query().isEmpty() ? "" : "?" + request.query());
    }

    private HttpRequest.Builder request(String target, Set<Integer> partitions) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(scheme + "://" + target))
                .timeout(FIRST_BYTE)
                .header(
                        KeyLookup.PASSED_ON,
                        new TreeSet<>(partitions).stream().map(String::valueOf).collect(Collectors.joining(",")));
        settings.authentication().header().ifPresent(header -> request.header("Authorization", header));
        return request;
    }

    /** Sends a request; the body of the answer gives the place back when it is closed. */
    private HttpResponse<InputStream> send(String address, HttpRequest request) {
        if (!free.tryAcquire()) {
            throw new UnavailableException(
                    MOST + " answers of other instances are waited for already; try again later");
        }
        boolean sent = false;
        try {
            HttpResponse<InputStream> response = http.send(
                    request,
                    info -> HttpResponse.BodySubscribers.mapping(
                            BodyHandlers.ofInputStream().apply(info),
                            body -> new WatchedInput(body, settings.bounds().stallMs(), watcher, free::release)));
            sent = true;
            return response;
        } catch (IOException e) {
            throw unavailable(address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(address, e);
        } finally {
            if (!sent) {
                free.release();
            }
        }
    }

    private static UnavailableException unavailable(String address, Exception cause) {
        return new UnavailableException(
                "instance " + address + " has a part of the answer, and does not give it: " + cause, cause);
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // the answer is not wanted
        }
    }

    @Override
    public void close() {
        watcher.shutdownNow();
    }
}
