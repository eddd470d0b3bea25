package dev.velella.tests.chaos.plugin;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How far one partition was handed over, and where to go back to when state is missing: by the distance to the key frame
 * first, then doubling, until the key frame was read again or the partition's begin was reached. A record that still
 * lacks its state when its key frame was read is lost, and so are those after it up to the next key frame.
 */
final class PartitionReading {
    /** Next offset to be handed over. */
    private long frontier;

    /** The record for which the last rewind was made, and how far it went back. */
    private long wanted = -1;

    private long step;

    /** Key frames (stream and number) that were decoded since that rewind. */
    private final Set<String> keyFrames = new HashSet<>();

    /** For each stream the last record that proved that one before it is lost. */
    private final Map<String, FrameHeader> lost = new HashMap<>();

    /** @param first offset with which reading begins */
    PartitionReading(long first) {
        frontier = first;
    }

    /** Next offset to be handed over; everything before was. */
    long frontier() {
        return frontier;
    }

    /** Notes a record that was decoded. */
    void decoded(long offset, FrameHeader header) {
        if (header != null && header.dist() == 0) {
            keyFrames.add(header.stream() + "/" + header.seq());
        }
        handedOver(offset);
    }

    /** The record was decoded or reported. */
    void handedOver(long offset) {
        frontier = Math.max(frontier, offset + 1);
    }

    /** Where to read from for the state of a record; empty if it is lost. */
    OptionalLong rewindFor(long offset, FrameHeader header) {
        FrameHeader proof = lost.get(header.stream());
        if (proof != null && proof.keyFrame() == header.keyFrame() && proof.seq() <= header.seq()) {
            return OptionalLong.empty();
        }
        if (wanted != offset) {
            wanted = offset;
            step = Math.max(1, header.dist());
        } else if (keyFrames.contains(header.stream() + "/" + header.keyFrame()) || step >= offset) {
            lost.put(header.stream(), header);
            return OptionalLong.empty();
        } else {
            step *= 2;
        }
        keyFrames.clear();
        return OptionalLong.of(Math.max(0, offset - step));
    }

    /** Everything from here on is to be handed over once more. */
    void stepBackTo(long offset) {
        frontier = offset;
        wanted = -1;
    }
}
