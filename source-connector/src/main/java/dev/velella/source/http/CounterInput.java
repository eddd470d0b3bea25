package dev.velella.source.http;

import com.google.protobuf.CodedInputStream;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.fetch.Answer;
import dev.velella.source.fetch.Ask;
import dev.velella.source.fetch.HttpFetch;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Jelly stream that is resumed after the frame with the last known counter. Each frame becomes an element as soon as
 * the whole frame has arrived. Therefore a cut anywhere in the stream neither loses nor repeats an element.
 */
final class CounterInput implements HttpInput {
    private static final Logger log = LoggerFactory.getLogger(CounterInput.class);

    private final HttpFetch fetch;
    private final String template;
    private final String key;
    private final boolean text;
    private final Limits limits;
    private long counter;

    /**
     * Starts a stream after a counter.
     *
     * @param template URL with {@link HttpOptions#OFFSET}
     * @param key key of the counter in the metadata of frames
     * @param text whether the counter is written as text, in digits
     * @param counter counter of the last frame that was read
     */
    CounterInput(HttpFetch fetch, String template, String key, boolean text, Limits limits, long counter) {
        this.fetch = fetch;
        this.template = template;
        this.key = key;
        this.text = text;
        this.limits = limits;
        this.counter = counter;
    }

    @Override
    public void read(Sink sink) throws IOException, InterruptedException {
        URI uri = URI.create(template.replace(HttpOptions.OFFSET, Long.toString(counter)));
        String shown = ShownUrl.of(uri);
        try (Answer answer =
                fetch.send(Ask.get(uri, "application/x-jelly-rdf", Map.of()).meaning(204, 304))) {
            if (answer.status() == 200) {
                read(sink, shown, answer.body());
            }
        }
    }

    private void read(Sink sink, String shown, InputStream body) throws IOException, InterruptedException {
        TailStream tail = new TailStream(new BufferedInputStream(body, 1 << 16));
        try (JellyStreamReader frames =
                new JellyStreamReader(tail, StreamForm.DELIMITED, new VerifiedTerms(), limits)) {
            for (RdfGraph graph = frames.next(); graph != null; graph = frames.next()) {
                counter = next(shown, frames.metadata());
                sink.add(HttpElement.of(graph, CounterOffset.of(counter)));
            }
        } catch (MalformedJellyException | IllegalArgumentException e) {
            if (tail.ended()) {
                throw new EOFException(shown + ": " + e.getMessage());
            }
            throw new ConnectException(
                    shown + ": not a Jelly stream after the frame with the counter " + counter + ": " + e.getMessage()
                            + "; to go on after this frame, stop the connector and set its offset to {\"counter\":"
                            + " the counter of the frame that cannot be read}",
                    e);
        }
        log.debug("{} was read up to the counter {}", shown, counter);
    }

    private long next(String uri, Map<String, byte[]> metadata) {
        byte[] value = metadata.get(key);
        if (value == null) {
            throw new ConnectException(
                    uri + ": the frame after the counter " + counter + " has no counter in its metadata,"
                            + " which has " + metadata.keySet() + "; see http.counter.key");
        }
        long next = parse(uri, value);
        if (next <= counter) {
            throw new ConnectException(uri + ": the frame after the counter " + counter + " has the counter " + next
                    + ", which is not above it: the server has begun anew, or {offset} means something else there; compare,"
                    + " and set the connector's offset to {\"counter\": where to go on}");
        }
        return next;
    }

    private long parse(String uri, byte[] value) {
        try {
            if (text) {
                return Long.parseLong(new String(value, StandardCharsets.US_ASCII));
            }
            CodedInputStream in = CodedInputStream.newInstance(value);
            long parsed = in.readRawVarint64();
            if (in.isAtEnd()) {
                return parsed;
            }
        } catch (IOException | NumberFormatException e) {
            throw new ConnectException(
                    uri + ": the counter in the metadata is none: " + e.getMessage() + "; see http.counter.format", e);
        }
        throw new ConnectException(
                uri + ": the counter in the metadata is longer than a varint; see http.counter.format");
    }
}
