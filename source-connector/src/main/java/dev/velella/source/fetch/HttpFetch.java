package dev.velella.source.fetch;

import dev.velella.kit.access.HttpServer;
import dev.velella.kit.http.client.BoundedHttp;
import dev.velella.kit.retry.RetryAfter;
import dev.velella.kit.retry.RetryWarnings;
import dev.velella.kit.secret.SecretMask;
import dev.velella.kit.secret.ShownUrl;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The client of all sources that ask an HTTP server: it sends requests as the options say, and judges the answers. A failure
 * that may pass is an {@link HttpFailure}; one that every new attempt would have too is a {@link ConnectException}, whose
 * message names the option to look at. Redirects are followed only within the server of the URL: another server might be
 * inside the worker's network, and must not get the credentials. Thread-safe.
 */
public final class HttpFetch {
    /** Besides all from 500 on. */
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Set<String> PAGES = Set.of("text/html", "application/xhtml+xml");
    private static final int MOST_REDIRECTS = 5;
    private static final int MOST_SHOWN = 300;

    private final BoundedHttp client;
    private final FetchSettings settings;
    private final SecretMask mask;
    private final AtomicLong requests;
    private final AtomicLong bytes;

    /** A client whose requests nobody counts. */
    public HttpFetch(FetchSettings settings) {
        this(settings, new AtomicLong(), new AtomicLong());
    }

    /**
     * Creates an instance.
     *
     * @param requests counts the requests
     * @param bytes counts the bytes of the bodies of answers
     */
    public HttpFetch(FetchSettings settings, AtomicLong requests, AtomicLong bytes) {
        this.settings = settings;
        this.requests = requests;
        this.bytes = bytes;
        mask = settings.authentication().mask();
        client = new BoundedHttp(
                new BoundedHttp.Bounds(
                        settings.connectTimeout(),
                        settings.readTimeout(),
                        settings.wholeTimeout(),
                        settings.timeouts()),
                settings.tls());
    }

    /**
     * Makes a request, and others if it is redirected.
     *
     * @return an answer of status 200, or of one that has a meaning; the caller closes it, or its body
     * @throws HttpFailure if another attempt may succeed
     * @throws ConnectException if no attempt would
     */
    public Answer send(Ask ask) throws HttpFailure, InterruptedException {
        Duration whole = settings.wholeTimeout();
        long end = System.nanoTime() + (whole == null ? Long.MAX_VALUE / 2 : whole.toNanos());
        Ask next = ask;
        for (int redirects = 0; ; redirects++) {
            Answer answer = exchange(next, end);
            int status = answer.status();
            if (status == 200) {
                return checked(next, answer);
            } else if (ask.meanings().contains(status)) {
                return answer;
            }
            try (answer) {
                if (!REDIRECTS.contains(status)) {
                    throw refused(answer);
                }
                next = next.at(target(answer, redirects), status);
            }
        }
    }

    private Answer exchange(Ask ask, long end) throws HttpFailure, InterruptedException {
        HttpRequest.Builder request = ask.request();
        settings.authentication().header().ifPresent(header -> request.header("Authorization", header));
        requests.incrementAndGet();
        try {
            return new Answer(settings, ask.uri(), client.send(request, end, bytes));
        } catch (IOException e) {
            throw unreachable(settings.shown(ask.uri()), e);
        }
    }

    /** An answer, unless it is a page for people: proxies and servers that start send such pages with status 200 too. */
    private static Answer checked(Ask ask, Answer answer) throws HttpFailure {
        if (PAGES.contains(answer.mediaType()) && !ask.acceptsPages()) {
            answer.close();
            throw new HttpFailure(answer.shown() + ": the answer is a page (" + answer.mediaType() + "), not "
                    + ask.accept() + ", as of a proxy whose server is away, or of a login");
        }
        return answer;
    }

    /** The target of a redirect, if it is at the same server. */
    private URI target(Answer answer, int redirects) {
        String location = answer.header("Location");
        String url = settings.option("url");
        String said = answer.shown() + ": HTTP status " + answer.status() + ", a redirect to "
                + (location == null ? "nowhere" : shown(location));
        if (location == null) {
            throw new ConnectException(said + "; see " + url);
        }
        try {
            URI from = answer.place();
            URI to = from.resolve(new URI(location.strip()));
            if (HttpServer.of(to).isEmpty() || !HttpServer.of(to).equals(HttpServer.of(from))) {
                throw new ConnectException(said + ", which is not the server of " + url
                        + ": nothing is asked there, and no credentials are sent there; if it is right, set " + url
                        + " to where it leads");
            } else if (redirects == MOST_REDIRECTS) {
                throw new ConnectException(said + ", after " + MOST_REDIRECTS + " others; see " + url);
            }
            return to;
        } catch (URISyntaxException e) {
            throw new ConnectException(said + ", which is no URL: " + e.getReason());
        }
    }

    private String shown(String location) {
        String shown = mask.masked(ShownUrl.of(location));
        return shown.length() <= MOST_SHOWN ? shown : shown.substring(0, MOST_SHOWN) + "...";
    }

    private HttpFailure unreachable(String uri, IOException e) {
        if (e instanceof HttpTimeoutException) {
            return new HttpFailure(uri + ": no answer in time (" + settings.timeouts() + ")");
        } else if (HttpFailure.isDistrust(e)) {
            Throwable last = e;
            while (last.getCause() != null) {
                last = last.getCause();
            }
            throw new ConnectException(
                    uri + ": no trust between client and server (see " + settings.option("ssl.*") + "): "
                            + last.getMessage(),
                    e);
        }
        return new HttpFailure(uri + ": " + mask.masked(RetryWarnings.message(e)));
    }

    private HttpFailure refused(Answer answer) {
        int status = answer.status();
        String said = answer.said();
        if (PASSING.contains(status) || status >= 500) {
            return new HttpFailure(said, RetryAfter.of(answer.header(RetryAfter.HEADER), Instant.now()));
        } else if (status == 401 || status == 403) {
            throw new ConnectException(said + "; the server refuses the login, or wants one; see "
                    + settings.option("username") + ", " + settings.option("password") + " and "
                    + settings.option("bearer.token"));
        }
        throw new ConnectException(said + "; see " + settings.option("url"));
    }
}
