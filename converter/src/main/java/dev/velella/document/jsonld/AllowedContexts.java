package dev.velella.document.jsonld;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.kit.access.HttpServer;
import dev.velella.kit.http.client.BoundedHttp;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import no.hasmac.jsonld.JsonLdError;
import no.hasmac.jsonld.JsonLdErrorCode;
import no.hasmac.jsonld.document.Document;
import no.hasmac.jsonld.loader.DocumentLoader;
import no.hasmac.jsonld.loader.DocumentLoaderOptions;
import no.hasmac.jsonld.loader.FileLoader;
import no.hasmac.jsonld.loader.HttpLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loads JSON-LD contexts from the allowed addresses, and nothing else. It follows a redirect only to a server of an
 * allowed address, because other servers may be inside the network. The bytes of an answer, and the time for it, have a
 * limit. A context is kept for an hour, for all readers of the process. A failure is kept for ten seconds, and longer if
 * it took long, so that not every document waits for a slow server. A reader that must not wait only takes contexts that
 * are kept. Thread-safe.
 */
final class AllowedContexts implements DocumentLoader {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration NOT_TRIED_AGAIN = Duration.ofSeconds(10);

    /** A server that fails after this time is not asked again for so many times that time. */
    private static final int PAUSES = 3;

    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_REQUESTS = 6;
    private static final int MOST_KEPT = 1000;

    /** Most characters of an address in a message. */
    private static final int MOST_SHOWN = 200;

    private static final BoundedHttp CLIENT = new BoundedHttp(BoundedHttp.Bounds.of(PATIENCE));
    private static final Map<Key, Loaded> LOADED = new ConcurrentHashMap<>();

    private final Set<String> addresses;
    private final Set<HttpServer> servers;
    private final boolean mayWait;

    /** A context, with all allowed addresses of its connector: they decide where redirects may lead. */
    private record Key(String address, Set<String> allowed) {}

    /**
     * Result of loading a context.
     *
     * @param failure null if the context was loaded
     * @param until end of the time for which the result is kept, as {@link System#nanoTime}
     */
    private record Loaded(@Nullable Document document, @Nullable String failure, long until) {}

    /**
     * @param addresses the allowed addresses, as documents write them
     * @param mayWait whether the calling thread may wait for a server
     */
    AllowedContexts(Set<String> addresses, boolean mayWait) {
        this.mayWait = mayWait;
        this.addresses = Set.copyOf(addresses);
        servers = addresses.stream()
                .flatMap(address -> uri(address).flatMap(HttpServer::of).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<URI> uri(String address) {
        try {
            return Optional.of(URI.create(address));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The context at an address.
     *
     * @throws MalformedDocumentException if the address is not allowed, or the context cannot be loaded; a
     *     {@link DocumentLimitException} if the thread would have to wait for it and must not
     */
    @Override
    public Document loadDocument(URI address, @Nullable DocumentLoaderOptions options) {
        if (!addresses.contains(address.toString())) {
            throw refused(
                    address,
                    "contexts outside of the input are not loaded; write the context into the document, or allow its"
                            + " address (payload.jsonld.contexts.allowed of a source)");
        }
        Key key = new Key(address.toString(), addresses);
        Loaded known = LOADED.get(key);
        if (known == null || System.nanoTime() - known.until() > 0) {
            if (!mayWait) {
                throw new DocumentLimitException(
                        DocumentLimitException.Limit.TIME, "a context must be loaded: " + shown(address));
            }
            known = load(address);
            if (LOADED.size() >= MOST_KEPT) {
                LOADED.clear();
            }
            LOADED.put(key, known);
        }
        if (known.document() == null) {
            throw refused(address, String.valueOf(known.failure()));
        }
        return known.document();
    }

    private static MalformedDocumentException refused(URI address, String why) {
        return new MalformedDocumentException(
                0, 0, "Could not load document from " + shown(address) + ": " + why, null);
    }

    private static String shown(URI address) {
        String shown = address.toString();
        shown = shown.startsWith(JsonLdTerms.NO_BASE) ? shown.substring(JsonLdTerms.NO_BASE.length()) : shown;
        return shown.length() <= MOST_SHOWN ? shown : shown.substring(0, MOST_SHOWN) + "...";
    }

    private Loaded load(URI address) {
        long begin = System.nanoTime();
        try {
            return new Loaded(fetch(address), null, System.nanoTime() + KEPT.toNanos());
        } catch (JsonLdError e) {
            String why = e.getMessage() == null ? e.toString() : e.getMessage();
            long end = System.nanoTime();
            return new Loaded(null, why, end + pause(end - begin));
        }
    }

    /** For how long a failure is kept that took so long, in ns. */
    static long pause(long tookNanos) {
        return Math.max(NOT_TRIED_AGAIN.toNanos(), PAUSES * tookNanos);
    }

    /**
     * Loads a document in the same way as the library: with redirects, and with links to another form of the document,
     * as schema.org has one.
     */
    private Document fetch(URI address) throws JsonLdError {
        if ("file".equalsIgnoreCase(address.getScheme())) {
            return new FileLoader().loadDocument(address, new DocumentLoaderOptions());
        }
        return new HttpLoader(this::get, MOST_REQUESTS).loadDocument(address, new DocumentLoaderOptions());
    }

    private Answer get(URI place, String accept) throws JsonLdError {
        if (HttpServer.of(place).filter(servers::contains).isEmpty()) {
            throw failed(
                    "the answer refers to " + place + ", at a server of no allowed context; if that is right, allow an"
                            + " address there too (payload.jsonld.contexts.allowed)");
        }
        try {
            HttpResponse<InputStream> response =
                    CLIENT.send(HttpRequest.newBuilder(place).header("Accept", accept));
            boolean found = response.statusCode() == 200;
            byte[] read = found ? BoundedHttp.bytes(response, MOST_BYTES) : new byte[0];
            response.body().close();
            return new Answer(response.statusCode(), response.headers(), new ByteArrayInputStream(read));
        } catch (IOException e) {
            throw failed(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("interrupted");
        }
    }

    private static JsonLdError failed(String why) {
        return new JsonLdError(JsonLdErrorCode.LOADING_DOCUMENT_FAILED, why);
    }

    /** The complete answer of a server. */
    private record Answer(int statusCode, HttpHeaders headers, InputStream body)
            implements no.hasmac.jsonld.http.HttpResponse {
        @Override
        public Collection<String> links() {
            return headers.allValues("Link");
        }

        @Override
        public Optional<String> contentType() {
            return headers.firstValue("Content-Type");
        }

        @Override
        public Optional<String> location() {
            return headers.firstValue("Location");
        }

        @Override
        public void close() {
            // nothing to close: the whole answer was read
        }
    }
}
