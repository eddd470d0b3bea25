package dev.velella.source.http;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.ElementMemory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One element of an answer: a graph, or a document that is not parsed yet. Immutable; callers must not change the
 * bytes.
 */
public final class HttpElement {
    private final @Nullable RdfGraph graph;
    private final byte @Nullable [] document;
    private final @Nullable String contentType;
    private final @Nullable String base;
    private final Map<String, Object> offset;

    private HttpElement(
            @Nullable RdfGraph graph,
            byte @Nullable [] document,
            @Nullable String contentType,
            @Nullable String base,
            Map<String, Object> offset) {
        this.base = base;
        this.graph = graph;
        this.document = document;
        this.contentType = contentType;
        this.offset = offset;
    }

    static HttpElement of(RdfGraph graph, Map<String, Object> offset) {
        return new HttpElement(graph, null, null, null, offset);
    }

    /** @param base base of the document's relative IRIs; null if there is none */
    static HttpElement of(
            byte[] document, @Nullable String contentType, @Nullable String base, Map<String, Object> offset) {
        return new HttpElement(null, document, contentType, base, offset);
    }

    /** The graph; null for a document. */
    public @Nullable RdfGraph graph() {
        return graph;
    }

    /** The document; null for a graph. */
    public byte @Nullable [] document() {
        return document;
    }

    /** Base of a document's relative IRIs; null if there is none. */
    @Nullable
    String base() {
        return base;
    }

    /** Content type of a document, by the options or as the server sent it; null if neither says it. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** Estimated bytes of memory of the element. */
    long estimatedBytes() {
        return (document == null ? 0 : document.length) + (graph == null ? 0 : ElementMemory.bytes(graph));
    }

    /** The offset after this element, as Connect stores it. */
    public Map<String, Object> offset() {
        return offset;
    }
}
