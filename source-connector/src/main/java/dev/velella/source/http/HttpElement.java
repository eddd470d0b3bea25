package dev.velella.source.http;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.element.ElementMemory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One element of an answer: a graph, or a document that is not parsed yet. Immutable; callers must not change the bytes.
 *
 * @param graph null for a document
 * @param document null for a graph
 * @param contentType content type of a document, by the options or as the server sent it; null if neither says it
 * @param base base of a document's relative IRIs; null if there is none
 * @param offset offset after this element, as Connect stores it
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
record HttpElement(
        @Nullable RdfGraph graph,
        byte @Nullable [] document,
        @Nullable String contentType,
        @Nullable String base,
        Map<String, Object> offset) {
    static HttpElement of(RdfGraph graph, Map<String, Object> offset) {
        return new HttpElement(graph, null, null, null, offset);
    }

    static HttpElement of(
            byte[] document, @Nullable String contentType, @Nullable String base, Map<String, Object> offset) {
        return new HttpElement(null, document, contentType, base, offset);
    }

    /** Estimated bytes of memory of the element. */
    long estimatedBytes() {
        return (document == null ? 0 : document.length) + (graph == null ? 0 : ElementMemory.bytes(graph));
    }
}
