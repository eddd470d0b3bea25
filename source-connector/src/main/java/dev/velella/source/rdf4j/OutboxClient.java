package dev.velella.source.rdf4j;

import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.capture.SnapshotPart;
import dev.velella.source.fetch.Answer;
import dev.velella.source.fetch.Ask;
import dev.velella.source.fetch.HttpFetch;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the outbox of a repository, by RDF4J's REST API. A failure that may pass is an {@link IOException}, another one
 * a {@link ConnectException}. Stateless but for connections; used by one thread.
 */
final class OutboxClient {
    private final String url;
    private final HttpFetch fetch;

    OutboxClient(AbstractConfig config) {
        url = CaptureOptions.URL.of(config);
        fetch = new HttpFetch(CaptureOptions.ACCESS.fetch(config, false));
    }

    /** The position, and commits after a number. */
    OutboxAnswer after(long number) throws IOException, InterruptedException {
        return read(OutboxTerms.after(number));
    }

    /** The position, and the statements after a frontier. */
    OutboxAnswer snapshot(String frontier, int most) throws IOException, InterruptedException {
        return read(OutboxTerms.snapshot(frontier, most));
    }

    /** Lets the outbox forget the commits up to a number. */
    void forget(long through) throws IOException, InterruptedException {
        try (Answer answer =
                fetch.send(Ask.delete(uri(OutboxTerms.through(through))).meaning(204))) {
            answer.body().readAllBytes();
        }
    }

    private OutboxAnswer read(IRI subject) throws IOException, InterruptedException {
        List<CommittedPart> commits = new ArrayList<>();
        List<SnapshotPart> chunk = new ArrayList<>();
        Head head = new Head();
        NQuadsParser parser = new NQuadsParser();
        parser.setRDFHandler(new AbstractRDFHandler() {
            @Override
            public void handleStatement(Statement statement) {
                String text = statement.getObject().stringValue();
                IRI predicate = statement.getPredicate();
                if (predicate.equals(OutboxTerms.STATE)) {
                    head.position = OutboxPosition.parse(text);
                } else if (predicate.equals(OutboxTerms.FORGOTTEN)) {
                    head.forgotten = Long.parseLong(text);
                } else if (predicate.equals(OutboxTerms.BYTES)) {
                    head.bytes = Long.parseLong(text);
                } else if (predicate.equals(OutboxTerms.PART)) {
                    commits.add(CommittedPart.parse(text));
                } else if (predicate.equals(OutboxTerms.CHUNK)) {
                    chunk.add(SnapshotPart.parse(text));
                }
            }
        });
        try (Answer answer = fetch.send(Ask.get(uri(subject), "application/n-quads", Map.of()))) {
            parser.parse(answer.body(), "");
        } catch (RDFParseException | RDFHandlerException | IllegalArgumentException e) {
            throw new IOException(url + ": the answer cannot be read, or was cut off: " + e.getMessage(), e);
        }
        OutboxPosition position = head.position;
        if (position == null || head.forgotten < 0) {
            throw new ConnectException(url + " is a repository without an outbox; make it with config:sail.type"
                    + " \"velella:Outbox\" around its store");
        }
        return new OutboxAnswer(position, head.forgotten, head.bytes, commits, chunk);
    }

    private static final class Head {
        private @Nullable OutboxPosition position;
        private long forgotten = -1;
        private long bytes;
    }

    private URI uri(IRI subject) {
        return URI.create(
                url + "/statements?infer=false&subj=" + encoded(subject) + "&context=" + encoded(OutboxTerms.GRAPH));
    }

    private static String encoded(IRI iri) {
        return URLEncoder.encode("<" + iri + ">", StandardCharsets.UTF_8);
    }
}
