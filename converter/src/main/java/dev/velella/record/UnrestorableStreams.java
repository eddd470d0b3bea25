package dev.velella.record;

import dev.velella.bounded.BoundedMap;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of streams, from one key frame to the next, that were found to be unrestorable: no need to look again.
 *
 * <p>Holds the latest 1000. Not thread-safe.
 */
final class UnrestorableStreams {
    private static final int MOST = 1000;

    private record Piece(TopicPartition place, ElementKind kind, long stream, long keyFrame) {}

    /** @param firstMissing number of the record that was not found; later ones of the piece build on it */
    private record Finding(LookBackResult result, long firstMissing) {}

    private final Map<Piece, Finding> findings = new BoundedMap<>(MOST);

    /** What was found for this record or one before it in the same piece; null where nothing is known. */
    @Nullable
    LookBackResult find(TopicPartition place, JellyHeader header) {
        Finding finding = findings.get(piece(place, header));
        // The missing record itself may come yet: a forged header told of records that are not written so far.
        return finding == null || header.seq() <= finding.firstMissing() ? null : finding.result();
    }

    /** Keeps a finding, unless the record itself is what does not fit. */
    void put(TopicPartition place, JellyHeader header, LookBackResult result, long firstMissing) {
        if (firstMissing < header.seq()) {
            findings.put(piece(place, header), new Finding(result, firstMissing));
        }
    }

    /** Takes a finding back, because a record of the piece was restored. */
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
