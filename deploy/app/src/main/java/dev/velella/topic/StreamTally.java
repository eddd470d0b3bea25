package dev.velella.topic;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;

/**
 * What was read of one stream in one partition. A loss is told only when a decoded record proves it; what could not be
 * decoded counts as a record of the stream, and as nothing else. Not thread-safe.
 */
public final class StreamTally {
    private final ElementKind kind;
    private final String name;
    private final long firstOffset;
    private long records;
    private long lastOffset;
    private long decoded;
    private long keyFrames;
    private long distances;
    private long largestDistance;

    /** Number of the record that comes next if none is lost; -1 where that cannot be known. */
    private long next;

    /** Records since the last decoded one. */
    private long undecoded;

    /** Offset of the last decoded record; -1 before the first. */
    private long decodedAt = -1;

    /**
     * @param first header of the first record that was read
     * @param next number of the record that comes next if none is lost
     */
    StreamTally(JellyHeader first, long offset, long next) {
        kind = first.kind();
        name = first.streamName();
        firstOffset = offset;
        lastOffset = offset;
        this.next = next;
    }

    /** Takes a record that could not be decoded. */
    void undecoded(long offset) {
        records++;
        undecoded++;
        lastOffset = offset;
    }

    /**
     * Takes a record that was decoded.
     *
     * @return number of records lost before it; -1 if it, or a later one, was decoded before
     */
    long decoded(JellyHeader header, long offset) {
        records++;
        lastOffset = offset;
        decoded++;
        keyFrames += header.isKeyFrame() ? 1 : 0;
        distances += header.dist();
        largestDistance = Math.max(largestDistance, header.dist());
        if (next >= 0 && header.seq() < next) {
            return -1;
        }
        long lost = next < 0 ? 0 : Math.max(0, header.seq() - next - undecoded);
        next = header.seq() + 1;
        undecoded = 0;
        decodedAt = offset;
        return lost;
    }

    /** A part of the log was deleted unread: what comes next is not known. */
    void skipped() {
        next = -1;
        undecoded = 0;
        decodedAt = -1;
    }

    /** Offset of the last record that was decoded; -1 if none was since the last part of the log that was not read. */
    long decodedAt() {
        return decodedAt;
    }

    /** The kind of its records. */
    public ElementKind kind() {
        return kind;
    }

    /** Its identity, as in the header. */
    public String name() {
        return name;
    }

    /** Records with its name, decoded or not, duplicates counted. */
    public long records() {
        return records;
    }

    /** Records that were decoded, duplicates counted. */
    public long decoded() {
        return decoded;
    }

    /** Offset of the first record. */
    public long firstOffset() {
        return firstOffset;
    }

    /** Offset of the last record. */
    public long lastOffset() {
        return lastOffset;
    }

    /** Key frames that were decoded. */
    public long keyFrames() {
        return keyFrames;
    }

    /** Most records that a decoded record is behind its key frame. */
    public long largestDistance() {
        return largestDistance;
    }

    /** Records that a decoded record is behind its key frame, in the mean; 0 if none was decoded. */
    public double meanDistance() {
        return decoded == 0 ? 0 : (double) distances / decoded;
    }
}
