package dev.velella.source.patchlog;

import dev.velella.rdf.GraphHash;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * The last patch of a log that was emitted, as Connect stores it beside each record. Immutable.
 *
 * @param version its version; 0 before the first patch
 * @param id its id; empty before the first patch
 * @param chain hash of the graph that the patches have built; null if they are not numbered
 */
record PatchLogOffset(long version, String id, @Nullable Long chain) {
    private static final String NOT_NUMBERED = "none";
    private static final int FIELDS = 3;

    static PatchLogOffset start(RowsMode mode) {
        return new PatchLogOffset(0, "", mode == RowsMode.ALL ? null : GraphHash.EMPTY);
    }

    Map<String, Object> toMap() {
        return Map.of("version", version, "id", id, "chain", chain == null ? NOT_NUMBERED : GraphHash.format(chain));
    }

    /**
     * Reads a stored offset.
     *
     * @throws ConnectException if the map has another shape
     */
    static PatchLogOffset fromMap(Map<String, ?> map) {
        if (map.size() == FIELDS
                && map.get("version") instanceof Number version
                && version.longValue() >= 1
                && map.get("id") instanceof String id
                && map.get("chain") instanceof String chain) {
            try {
                return new PatchLogOffset(
                        version.longValue(), id, chain.equals(NOT_NUMBERED) ? null : GraphHash.parse(chain));
            } catch (IllegalArgumentException e) {
                throw wrong(map, e);
            }
        }
        throw wrong(map, null);
    }

    private static ConnectException wrong(Map<String, ?> map, @Nullable Throwable cause) {
        return new ConnectException(
                "not an offset of an RDF Patch log: " + map + "; reset the connector's offsets to begin with the first"
                        + " patch of the log",
                cause);
    }
}
