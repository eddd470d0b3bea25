package dev.velella.source.dump;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * How far a dump has been emitted, as Connect stores it beside each chunk. Immutable.
 *
 * @param statements number of statements up to the end of the chunk
 * @param bytes decompressed bytes up to there; 0 for formats that must be read from their start
 * @param lines lines up to there; 0 for the same formats
 * @param check checksum of the bytes up to there, or hash of the statements
 * @param complete whether this was the last chunk of the dump
 */
record DumpOffset(long statements, long bytes, long lines, String check, boolean complete) {
    /** The offset at the begin of a dump. */
    static final DumpOffset START = new DumpOffset(0, 0, 0, "", false);

    private static final Pattern CHECK = Pattern.compile("crc32c:[0-9a-f]{1,8}|h[0-9a-f]{16}");
    private static final int FIELDS = 5;

    DumpOffset completed() {
        return new DumpOffset(statements, bytes, lines, check, true);
    }

    Map<String, Object> toMap() {
        return Map.of("statements", statements, "bytes", bytes, "lines", lines, "check", check, "complete", complete);
    }

    /**
     * Reads a stored offset; null is the start.
     *
     * @throws ConnectException if the map has another shape
     */
    static DumpOffset fromMap(@Nullable Map<String, ?> map) {
        if (map == null) {
            return START;
        }
        long statements = number(map.get("statements"));
        long bytes = number(map.get("bytes"));
        long lines = number(map.get("lines"));
        if (map.size() == FIELDS
                && statements >= 0
                && bytes >= 0
                && lines >= 0
                && map.get("check") instanceof String check
                && CHECK.matcher(check).matches()
                && map.get("complete") instanceof Boolean complete) {
            return new DumpOffset(statements, bytes, lines, check, complete);
        }
        throw new ConnectException("not an offset of a dump: " + map
                + "; give an offset that the connector has stored, or null to load the dump from its start");
    }

    private static long number(@Nullable Object value) {
        return value instanceof Long || value instanceof Integer ? ((Number) value).longValue() : -1;
    }
}
