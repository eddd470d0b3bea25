package dev.velella.source.http;

import dev.velella.document.VerifiedTerms;
import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.Limits;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import dev.velella.secret.ShownUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * A document that is read again when it has changed. All of it is there before anything is made of it; what it is told by
 * is its SHA-256, so that a server without ETag and Last-Modified makes no element twice either.
 */
final class DocumentInput implements HttpInput {
    private static final String JELLY = "application/x-jelly-rdf";

    private final HttpFetch fetch;
    private final URI uri;
    private final String accept;
    private final @Nullable String defaultType;
    private final Limits limits;
    private DocumentOffset last;

    /**
     * A document.
     *
     * @param accept media types that are read
     * @param defaultType what it is if the server does not say; null if nothing is known
     * @param last how far it was read
     */
    DocumentInput(
            HttpFetch fetch, URI uri, String accept, @Nullable String defaultType, Limits limits, DocumentOffset last) {
        this.fetch = fetch;
        this.uri = uri;
        this.accept = accept;
        this.defaultType = defaultType;
        this.limits = limits;
        this.last = last;
    }

    @Override
    public void read(Sink sink) throws HttpFailure, IOException, InterruptedException {
        HttpFetch.Answer answer = fetch.get(uri, accept, conditions());
        InputStream body = answer.body();
        if (body == null) {
            return;
        }
        byte[] document;
        try (body) {
            document = body.readNBytes(limits.maxFrameBytes() + 1);
        }
        if (document.length > limits.maxFrameBytes()) {
            throw new ConnectException(ShownUrl.of(uri) + ": the document is larger than the limit of "
                    + limits.maxFrameBytes() + " bytes (limits.element.bytes)");
        }
        String version = version(document);
        long before = version.equals(last.version()) ? last.elements() : 0;
        boolean wasComplete = version.equals(last.version()) && last.complete();
        String type = answer.contentType() == null ? defaultType : answer.contentType();
        if (!wasComplete) {
            List<HttpElement> elements = elements(document, type, version, answer);
            for (HttpElement element : elements.subList((int) Math.min(before, elements.size()), elements.size())) {
                sink.add(element);
            }
        }
        last = new DocumentOffset(version, Long.MAX_VALUE, true, answer.etag(), answer.lastModified());
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

    private List<HttpElement> elements(
            byte[] document, @Nullable String type, String version, HttpFetch.Answer answer) {
        if (!isJelly(type)) {
            return List.of(HttpElement.of(document, type, offset(version, 1, true, answer)));
        }
        List<RdfGraph> graphs = new ArrayList<>();
        try (JellyStreamReader frames =
                new JellyStreamReader(new ByteArrayInputStream(document), new VerifiedTerms(), limits)) {
            for (RdfGraph graph = frames.next(); graph != null; graph = frames.next()) {
                graphs.add(graph);
            }
        } catch (MalformedJellyException | IllegalArgumentException | IOException e) {
            // As a whole, for whoever reads documents: that finds what is wrong, and knows what becomes of it.
            return List.of(HttpElement.of(document, type, offset(version, 1, true, answer)));
        }
        List<HttpElement> elements = new ArrayList<>();
        for (int i = 1; i <= graphs.size(); i++) {
            elements.add(HttpElement.of(graphs.get(i - 1), offset(version, i, i == graphs.size(), answer)));
        }
        return elements;
    }

    private static boolean isJelly(@Nullable String type) {
        return type != null
                && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(JELLY);
    }

    private static Map<String, Object> offset(
            String version, long elements, boolean complete, HttpFetch.Answer answer) {
        return new DocumentOffset(version, elements, complete, answer.etag(), answer.lastModified()).toMap();
    }
}
