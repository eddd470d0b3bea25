package dev.velella.source.rdf4j;

import dev.velella.capture.OutboxPosition;
import dev.velella.rdf.GraphHash;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * How far a repository has been emitted, as Connect stores it beside each record. Immutable.
 *
 * @param position of the repository after the last commit that was emitted whole
 * @param part how many patches of the commit after it were emitted
 * @param patches number of the last numbered patch; 0 before the first
 * @param chain hash of the graph that the patches have built
 * @param snapshot progress of the first snapshot
 * @param again progress of a snapshot that a signal has asked for
 * @param signal offset of the next signal; -1 if there are none
 */
record CaptureOffset(
        OutboxPosition position, int part, long patches, long chain, Frontier snapshot, Frontier again, long signal) {
    private static final int FIELDS = 7;

    /**
     * How far a snapshot is: all statements up to a hash, in unsigned order, are emitted.
     *
     * @param text {@code begin}, {@code end}, {@code none} for patches that are not numbered, or a hash
     */
    record Frontier(String text) {
        static final Frontier BEGIN = new Frontier("begin");
        static final Frontier END = new Frontier("end");
        static final Frontier NONE = new Frontier("none");

        static Frontier at(long hash) {
            return new Frontier(GraphHash.format(hash));
        }

        boolean isRunning() {
            return !equals(END) && !equals(NONE);
        }

        /** Whether a statement with this hash was emitted. */
        boolean covers(long hash) {
            return !isRunning() || (!equals(BEGIN) && Long.compareUnsigned(hash, GraphHash.parse(text)) <= 0);
        }
    }

    static CaptureOffset start(OutboxPosition position, long chain, Frontier snapshot) {
        return new CaptureOffset(position, 0, 0, chain, snapshot, Frontier.END, -1);
    }

    /** Whether patches have numbers. */
    boolean isNumbered() {
        return !snapshot.equals(Frontier.NONE);
    }

    CaptureOffset withSignal(Frontier snapshotAgain, long next) {
        return new CaptureOffset(position, part, patches, chain, snapshot, snapshotAgain, next);
    }

    CaptureOffset withFrontiers(Frontier first, Frontier other) {
        return new CaptureOffset(position, part, patches, chain, first, other, signal);
    }

    /** After a patch with this change, which brings the repository to a place. */
    CaptureOffset after(OutboxPosition reached, int parts, long newChain) {
        return new CaptureOffset(reached, parts, isNumbered() ? patches + 1 : 0, newChain, snapshot, again, signal);
    }

    /** After commits of which no row was emitted. */
    CaptureOffset skipped(OutboxPosition reached, int parts) {
        return new CaptureOffset(reached, parts, patches, chain, snapshot, again, signal);
    }

    Map<String, Object> toMap() {
        return Map.of(
                "position", position.format(),
                "part", (long) part,
                "patches", patches,
                "chain", GraphHash.format(chain),
                "snapshot", snapshot.text(),
                "again", again.text(),
                "signal", signal);
    }

    /**
     * Reads a stored offset.
     *
     * @throws ConnectException if the map has another shape
     */
    static CaptureOffset fromMap(Map<String, ?> map) {
        try {
            if (map.size() == FIELDS) {
                return new CaptureOffset(
                        OutboxPosition.parse(text(map, "position")),
                        (int) number(map, "part"),
                        number(map, "patches"),
                        GraphHash.parse(text(map, "chain")),
                        frontier(text(map, "snapshot")),
                        frontier(text(map, "again")),
                        number(map, "signal"));
            }
        } catch (IllegalArgumentException e) {
            throw wrong(map, e);
        }
        throw wrong(map, null);
    }

    private static ConnectException wrong(Map<String, ?> map, @Nullable Throwable cause) {
        return new ConnectException(
                "not an offset of a repository: " + map + "; reset the connector's offsets to begin with a snapshot",
                cause);
    }

    private static Frontier frontier(String text) {
        Frontier frontier = new Frontier(text);
        if (frontier.isRunning() && !frontier.equals(Frontier.BEGIN)) {
            GraphHash.parse(text);
        }
        return frontier;
    }

    private static String text(Map<String, ?> map, String field) {
        if (map.get(field) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(field + " is missing");
    }

    private static long number(Map<String, ?> map, String field) {
        if (map.get(field) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(field + " is missing");
    }
}
