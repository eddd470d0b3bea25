package dev.velella.source.http;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.fetch.Answer;
import dev.velella.source.fetch.Ask;
import dev.velella.source.fetch.HttpFetch;
import dev.velella.source.payload.MessageLogs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document that is read again when it has changed. The whole document is read into memory before elements are made of
 * it. Its SHA-256 identifies its version. Therefore a server without ETag and Last-Modified does not cause duplicate
 * elements either.
 */
final class DocumentInput implements HttpInput {
    /** Number of frames of a document that is not a readable stream of frames. */
    private static final long NO_FRAMES = -1;

    private static final String JELLY = "application/x-jelly-rdf";

    private final HttpFetch fetch;
    private final URI uri;
    private final String accept;
    private final @Nullable String type;
    private final Limits limits;
    private final MessageLogs logs;
    private final String path;
    private DocumentOffset last;

    /**
     * Opens a document.
     *
     * @param accept media types to ask for
     * @param type media type, whatever the server says; null for what the server says
     * @param logs logs of RDF Messages, of which each message is an element
     * @param path path of the URL
     * @param last how far the document was read
     */
    DocumentInput(
            HttpFetch fetch,
            URI uri,
            String accept,
            @Nullable String type,
            Limits limits,
            MessageLogs logs,
            String path,
            DocumentOffset last) {
        this.fetch = fetch;
        this.uri = uri;
        this.accept = accept;
        this.type = type;
        this.limits = limits;
        this.logs = logs;
        this.path = path;
        this.last = last;
    }

    @Override
    public void read(Sink sink) throws IOException, InterruptedException {
        try (Answer answer = fetch.send(Ask.get(uri, accept, conditions()).meaning(204, 304))) {
            if (answer.status() == 200) {
                read(sink, answer);
            }
        }
    }

    private void read(Sink sink, Answer answer) throws IOException, InterruptedException {
        byte[] document = answer.bytes(limits.maxFrameBytes());
        String version = version(document);
        long before = version.equals(last.version()) ? last.elements() : 0;
        boolean wasComplete = version.equals(last.version()) && last.complete();
        if (!wasComplete) {
            hand(sink, document, type == null ? answer.header("Content-Type") : type, version, answer, before);
        }
        last = new DocumentOffset(version, Long.MAX_VALUE, true, answer.header("ETag"), answer.header("Last-Modified"));
    }

    private Map<String, String> conditions() {
        Map<String, String> conditions = new LinkedHashMap<>();
        String etag = last.etag();
        String lastModified = last.lastModified();
        if (last.complete() && etag != null) {
            conditions.put("If-None-Match", etag);
        }
        if (last.complete() && lastModified != null) {
            conditions.put("If-Modified-Since", lastModified);
        }
        return conditions;
    }

    private static String version(byte[] document) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(document));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /**
     * Hands on the elements after the first {@code before} ones. Frames are decoded a second time here, so that only
     * one frame at a time is in memory.
     */
    private void hand(Sink sink, byte[] document, @Nullable String said, String version, Answer answer, long before)
            throws IOException, InterruptedException {
        DocumentFormat log = logs.format(said, document);
        if (log != null) {
            handLog(sink, document, said, log, version, answer, before);
            return;
        }
        long frames = isJelly(said) ? frames(document) : NO_FRAMES;
        if (frames == NO_FRAMES) {
            if (before < 1) {
                sink.add(HttpElement.of(document, said, base(answer.place()), offset(version, 1, true, answer)));
            }
            return;
        }
        try (JellyStreamReader reader = reader(document)) {
            long number = 0;
            for (RdfGraph graph = reader.next(); graph != null; graph = reader.next()) {
                number++;
                if (number > before) {
                    sink.add(HttpElement.of(graph, offset(version, number, number == frames, answer)));
                }
            }
        }
    }

    /** Hands on the messages after the first {@code before} ones. A log is read to its end before anything is made of it. */
    private void handLog(
            Sink sink,
            byte[] document,
            @Nullable String said,
            DocumentFormat log,
            String version,
            Answer answer,
            long before)
            throws InterruptedException {
        long messages = 0;
        try {
            MessageLogs.Reader counted = logs.reader(log, document, path, base(answer.place()));
            while (counted.next() != null) {
                messages++;
            }
        } catch (PayloadException e) {
            if (before < 1) {
                sink.add(HttpElement.refused(document, said, e, offset(version, 1, true, answer)));
            }
            return;
        }
        MessageLogs.Reader reader = logs.reader(log, document, path, base(answer.place()));
        long number = 0;
        for (RdfGraph message = reader.next(); message != null; message = reader.next()) {
            number++;
            if (number > before) {
                sink.add(HttpElement.of(message, offset(version, number, number == messages, answer)));
            }
        }
    }

    /**
     * The number of frames; {@link #NO_FRAMES} if a frame cannot be read. In this case the whole document is handed on:
     * the reader of documents finds the error, and the options decide about the document.
     */
    private long frames(byte[] document) {
        try (JellyStreamReader reader = reader(document)) {
            long frames = 0;
            while (reader.next() != null) {
                frames++;
            }
            return frames;
        } catch (MalformedJellyException | IllegalArgumentException | IOException e) {
            return NO_FRAMES;
        }
    }

    /**
     * The base of the document's relative IRIs; null if the URL has a query or a login, which may hold a secret: a base gets
     * into graphs.
     */
    private static @Nullable String base(URI place) {
        return place.getRawQuery() != null || place.getRawUserInfo() != null
                ? null
                : place.toString().split("#", 2)[0];
    }

    private JellyStreamReader reader(byte[] document) {
        return new JellyStreamReader(new ByteArrayInputStream(document), new VerifiedTerms(), limits);
    }

    private static boolean isJelly(@Nullable String type) {
        return type != null
                && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(JELLY);
    }

    private static Map<String, Object> offset(String version, long elements, boolean complete, Answer answer) {
        return new DocumentOffset(version, elements, complete, answer.header("ETag"), answer.header("Last-Modified"))
                .toMap();
    }
}
