package dev.velella.source.http;

import dev.velella.lift.PayloadException;
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
 * @param failure why a document that was parsed already has no elements; null if it may have some
 * @param offset offset after this element, as Connect stores it
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
record HttpElement(
        @Nullable RdfGraph graph,
        byte @Nullable [] document,
        @Nullable String contentType,
        @Nullable String base,
        @Nullable PayloadException failure,
        Map<String, Object> offset) {
    static HttpElement of(RdfGraph graph, Map<String, Object> offset) {
        return new HttpElement(graph, null, null, null, null, offset);
    }

    static HttpElement of(
            byte[] document, @Nullable String contentType, @Nullable String base, Map<String, Object> offset) {
        return new HttpElement(null, document, contentType, base, null, offset);
    }

    /** A document that cannot be read. */
    static HttpElement refused(
            byte[] document, @Nullable String contentType, PayloadException failure, Map<String, Object> offset) {
        return new HttpElement(null, document, contentType, null, failure, offset);
    }

    /** Estimated bytes of memory of the element. */
    long estimatedBytes() {
        return (document == null ? 0 : document.length) + (graph == null ? 0 : ElementMemory.bytes(graph));
    }
}
