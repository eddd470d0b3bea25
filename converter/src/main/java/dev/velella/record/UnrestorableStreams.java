package dev.velella.record;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.BoundedMap;
import dev.velella.rdf.ElementKind;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of streams, from one key frame to the next, whose state cannot be restored, so that nobody needs to look
 * again.
 *
 * <p>Holds the latest 1000 pieces. Not thread-safe.
 */
final class UnrestorableStreams {
    private static final int MOST = 1000;

    private record Piece(TopicPartition place, ElementKind kind, long stream, long keyFrame) {}

    /**
     * The finding about a piece.
     *
     * @param firstMissing number of the record that was not found; later records of the piece build on it
     */
    private record Finding(LookBackResult result, long firstMissing) {}

    private final Map<Piece, Finding> findings = new BoundedMap<>(MOST);

    /** The finding for this record or an earlier one in the same piece; null if there is none. */
    @Nullable
    LookBackResult find(TopicPartition place, JellyHeader header) {
        Finding finding = findings.get(piece(place, header));
        // The missing record itself may come later: a forged header may have told of records that are not yet written.
        return finding == null || header.seq() <= finding.firstMissing() ? null : finding.result();
    }

    /**
     * Keeps a finding. Does not keep it if all records before this one were found, and only this record does not fit.
     */
    void put(TopicPartition place, JellyHeader header, LookBackResult result, long firstMissing) {
        if (firstMissing < header.seq()) {
            findings.put(piece(place, header), new Finding(result, firstMissing));
        }
    }

    /** Removes a finding, because a record of the piece was restored. */
    void remove(TopicPartition place, JellyHeader header) {
        findings.remove(piece(place, header));
    }

    int size() {
        return findings.size();
    }

    private static Piece piece(TopicPartition place, JellyHeader header) {
        return new Piece(place, header.kind(), header.stream(), header.seq() - header.dist());
    }
}
