package dev.velella.source.wikibase;

import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * How far a stream was emitted, as Connect stores it beside each record. Immutable.
 *
 * @param id id of the last event that was emitted whole, as the server has sent it
 */
record EventOffset(String id) {
    private static final String ID = "id";

    Map<String, Object> toMap() {
        return Map.of(ID, id);
    }

    /**
     * Reads a stored offset.
     *
     * @throws ConnectException if the map has another shape
     */
    static EventOffset fromMap(Map<String, ?> map) {
        if (map.size() == 1 && map.get(ID) instanceof String id && !id.isEmpty()) {
            return new EventOffset(id);
        }
        throw new ConnectException("not an offset of a stream of events: " + map
                + "; it is {\"id\": ID} with the id of an event, or null to begin as wikibase.url says");
    }
}
