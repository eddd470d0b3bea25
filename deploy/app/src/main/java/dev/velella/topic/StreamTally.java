package dev.velella.topic;

import dev.velella.keyframe.JellyHeader;
import dev.velella.log.Reading;
import dev.velella.rdf.ElementKind;
import dev.velella.record.RecordHeaderReader;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one stream in one partition. A loss is reported only if a decoded record proves it. A record that could
 * not be decoded counts as a record of the stream, and has no other effect. Not thread-safe.
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

    /** Number of the next record if none is lost; -1 if it cannot be known. */
    private long next;

    /** Records since the last decoded one. */
    private long undecoded;

    /** Offset of the last decoded record; -1 before the first. */
    private long decodedAt = -1;

    /**
     * @param first header of the first record that was read
     * @param next number of the next record if none is lost
     */
    StreamTally(JellyHeader first, long offset, long next) {
        kind = first.kind();
        name = first.streamName();
        firstOffset = offset;
        lastOffset = offset;
        this.next = next;
    }

    /** Place of a record in its codec stream; null for a record that is not stateful. */
    public static @Nullable JellyHeader header(Reading reading) {
        return reading.isStateful() ? RecordHeaderReader.jelly(reading.record().headers()) : null;
    }

    /** Counts a record that could not be decoded. */
    void undecoded(long offset) {
        records++;
        undecoded++;
        lastOffset = offset;
    }

    /**
     * Counts a record that was decoded.
     *
     * @return number of records lost before it; -1 if this record or a later one was decoded before
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

    /**
     * Reports that a part of the log was deleted before it was read. The number of the next record is then not known.
     */
    void skipped() {
        next = -1;
        undecoded = 0;
        decodedAt = -1;
    }

    /**
     * Offset of the last decoded record; -1 if no record was decoded since the last part of the log that was not read.
     */
    long decodedAt() {
        return decodedAt;
    }

    /** The kind of the stream's records. */
    public ElementKind kind() {
        return kind;
    }

    /** The identity of the stream, as in the header. */
    public String name() {
        return name;
    }

    /** Number of records of the stream, decoded or not, including duplicates. */
    public long records() {
        return records;
    }

    /** Number of decoded records, including duplicates. */
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

    /** Number of decoded key frames. */
    public long keyFrames() {
        return keyFrames;
    }

    /** Largest distance of a decoded record from its key frame, in records. */
    public long largestDistance() {
        return largestDistance;
    }

    /** Mean distance of the decoded records from their key frames, in records; 0 if none was decoded. */
    public double meanDistance() {
        return decoded == 0 ? 0 : (double) distances / decoded;
    }
}
