package dev.velella.sink.view;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.kit.http.client.BoundedHttp;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.sink.embedded.StateStream;
import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.error.StoreFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.rdf4j.model.Statement;

/**
 * The embedded store of a running sink, read through the endpoint of the sink. Every call of {@link #read} reads
 * another moment.
 */
public final class RunningStore implements StoreView {
    private static final int MOST_REASON = 1000;

    private final URI state;

    /** The place of the store, for messages. */
    private final String place;

    private final Authentication login;
    private final BoundedHttp http;

    /**
     * Makes the view. Does not contact the endpoint yet.
     *
     * @param endpoint base address of the sink's endpoint: scheme, host and port
     * @param timeout longest wait for a connection, and for the next bytes of an answer
     */
    public RunningStore(URI endpoint, Duration timeout) {
        this(endpoint, timeout, Authentication.NONE, Tls.DEFAULT);
    }

    /**
     * Makes the view of an endpoint that wants credentials or speaks TLS. Does not contact the endpoint yet.
     *
     * @throws IllegalArgumentException if the files for TLS cannot be read; the message says why
     */
    public RunningStore(URI endpoint, Duration timeout, Authentication login, Tls tls) {
        this.login = login;
        state = endpoint.resolve("/state");
        place = ShownUrl.of(state);
        http = new BoundedHttp(
                new BoundedHttp.Bounds(timeout, timeout, null, timeout.toMillis() + " ms"), tls.context());
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public boolean isExclusive() {
        return true;
    }

    @Override
    public boolean hasDefaultGraph() {
        return true;
    }

    @Override
    public void read(StoreContent.Reader reader) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(state);
        login.header().ifPresent(header -> request.header("Authorization", header));
        try {
            HttpResponse<InputStream> answer = http.send(request);
            try (InputStream body = answer.body()) {
                if (answer.statusCode() != 200) {
                    throw new StoreFailedException(
                            place + " answered " + answer.statusCode() + ": " + reason(body), null);
                }
                StateStream.read(body, statement -> hand(statement, reader));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (MalformedJellyException e) {
            throw new StoreFailedException(
                    place + " is no state of a store, or of another version: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StoreFailedException(
                    place + " cannot be read: " + e + "; does the sink run, and is its endpoint"
                            + " on (sparql.endpoint.port)? If it takes longer than the sink allows, raise"
                            + " sparql.endpoint.state.timeout.ms",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreFailedException("interrupted while " + place + " was read", e);
        }
    }

    /** Passes a statement to the reader. An exception of the reader must not be taken for a failure of the store. */
    private static void hand(Statement statement, StoreContent.Reader reader) {
        try {
            reader.statement(statement);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String reason(InputStream body) throws IOException {
        CharBuffer text = CharBuffer.allocate(MOST_REASON);
        try (Reader reader = new InputStreamReader(body, StandardCharsets.UTF_8)) {
            while (text.hasRemaining() && reader.read(text) >= 0) {
                // until the buffer is full, or the input ends
            }
        }
        return text.flip().toString().replaceAll("\\s+", " ").strip();
    }

    @Override
    public void close() {
        // the client closes its connections itself
    }
}
