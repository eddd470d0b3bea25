package dev.velella.source.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * How far a document was read.
 *
 * @param version SHA-256 of the document
 * @param elements number of elements of the document that were emitted
 * @param complete whether these are all elements of the document
 * @param etag ETag that the server sent; null if it sent none
 * @param lastModified Last-Modified that the server sent; null if it sent none
 */
public record DocumentOffset(
        String version, long elements, boolean complete, @Nullable String etag, @Nullable String lastModified) {
    private static final String VERSION = "version";
    private static final String ELEMENTS = "elements";
    private static final String COMPLETE = "complete";
    private static final String ETAG = "etag";
    private static final String LAST_MODIFIED = "last.modified";
    private static final Set<String> KEYS = Set.of(VERSION, ELEMENTS, COMPLETE, ETAG, LAST_MODIFIED);

    /** The offset before the first document. */
    static final DocumentOffset START = new DocumentOffset("", 0, true, null, null);

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(VERSION, version);
        map.put(ELEMENTS, elements);
        map.put(COMPLETE, complete);
        if (etag != null) {
            map.put(ETAG, etag);
        }
        if (lastModified != null) {
            map.put(LAST_MODIFIED, lastModified);
        }
        return map;
    }

    /**
     * Reads a stored offset; null is the start.
     *
     * @throws ConnectException if the map has another shape
     */
    public static DocumentOffset fromMap(@Nullable Map<String, ?> map) {
        if (map == null) {
            return START;
        }
        if (map.get(VERSION) instanceof String version
                && map.get(ELEMENTS) instanceof Number elements
                && map.get(COMPLETE) instanceof Boolean complete
                && elements.longValue() >= 0
                && isText(map.get(ETAG))
                && isText(map.get(LAST_MODIFIED))
                && KEYS.containsAll(map.keySet())) {
            return new DocumentOffset(
                    version, elements.longValue(), complete, (String) map.get(ETAG), (String) map.get(LAST_MODIFIED));
        }
        throw new ConnectException(
                "not an offset of a document: " + map + "; it has " + VERSION + ", " + ELEMENTS + ", " + COMPLETE
                        + ", and maybe " + ETAG + " and " + LAST_MODIFIED + "; without an offset it is read anew");
    }

    private static boolean isText(@Nullable Object value) {
        return value == null || value instanceof String;
    }
}
