package dev.velella.source.fetch;

import dev.velella.kit.retry.RetryWarnings;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.rdf.ErrorText;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * An answer of a server. Owns the connection until it is closed. Its body is decompressed; each failure to read it is an
 * {@link HttpFailure}. Used by one thread.
 */
public final class Answer implements AutoCloseable {
    private static final int MOST_SAID = 300;
    private static final int BUFFER = 1 << 13;

    private final FetchSettings settings;
    private final URI place;
    private final HttpResponse<InputStream> response;

    Answer(FetchSettings settings, URI place, HttpResponse<InputStream> response) {
        this.settings = settings;
        this.place = place;
        this.response = response;
    }

    /** The status: 200, or one of those that mean something to who asked. */
    public int status() {
        return response.statusCode();
    }

    /** Where the answer was found, after redirects. */
    public URI place() {
        return place;
    }

    /** The value of a header; null without it. */
    public @Nullable String header(String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    /** The media type without parameters, in lower case; empty if the server says none. */
    public String mediaType() {
        String type = header("Content-Type");
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    String shown() {
        return settings.shown(place);
    }

    /**
     * The body. It is read only once. Closing it closes the answer.
     *
     * @throws ConnectException if it has a coding that is not known
     */
    public InputStream body() throws HttpFailure {
        return new Body(decoded());
    }

    private InputStream decoded() throws HttpFailure {
        String coding = header("Content-Encoding");
        if (coding == null || coding.isBlank() || coding.strip().equalsIgnoreCase("identity")) {
            return response.body();
        } else if (!coding.strip().toLowerCase(Locale.ROOT).matches("(x-)?gzip")) {
            throw new ConnectException(shown() + ": the answer has Content-Encoding " + ErrorText.name(coding)
                    + ", which is not read; only gzip is; configure the server");
        }
        try {
            return new GZIPInputStream(response.body(), BUFFER);
        } catch (IOException e) {
            throw new HttpFailure(shown() + ": the answer has Content-Encoding gzip and is not gzip: "
                    + (e.getMessage() == null ? "it ends too early" : e.getMessage()));
        }
    }

    /**
     * The whole body.
     *
     * @param most most bytes of it, as limits.element.bytes says
     * @throws ConnectException if it is larger
     */
    public byte[] bytes(int most) throws IOException {
        byte[] bytes;
        try (InputStream in = body()) {
            bytes = in.readNBytes(most + 1);
        }
        if (bytes.length > most) {
            throw new ConnectException(
                    shown() + ": the document is larger than the limit of " + most + " bytes (limits.element.bytes)");
        }
        return bytes;
    }

    /** Place, status, and the beginning of what the server says about it, without secrets: one line. */
    public String said() {
        String said = shown() + ": HTTP status " + status();
        if (ShownUrl.hides(settings.url())) {
            return said; // the text may repeat the address
        }
        try (InputStream in = body()) {
            String text = new String(in.readNBytes(MOST_SAID), StandardCharsets.UTF_8);
            String masked = settings.authentication().mask().maskedBegin(text);
            return masked.isBlank()
                    ? said
                    : said + ": " + masked.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        } catch (IOException | ConnectException e) {
            return said; // the status alone says enough
        }
    }

    /** Ends the connection if the body was not read whole. Idempotent. */
    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            // The body is not needed, so an error here does not matter.
        }
    }

    private final class Body extends FilterInputStream {
        Body(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                return super.read(bytes, from, length);
            } catch (IOException e) {
                throw new HttpFailure(shown() + ": the answer was cut off: " + RetryWarnings.message(e));
            }
        }
    }
}
