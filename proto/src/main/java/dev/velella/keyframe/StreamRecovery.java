package dev.velella.keyframe;

import java.util.ArrayList;
import java.util.List;

/**
 * Rebuilds the state that one record needs. It gets records that are read again: the record's key frame, whose number
 * the record's header tells, and the records between.
 *
 * <p>The caller gives records in the order of the partition. Records of other streams are ignored. The number of a key
 * frame may come several times with different bytes; then only one of these frames comes from the stream's writer. The
 * recovery follows each of these frames, and takes the frame that the wanted record fits. Not thread-safe.
 */
public final class StreamRecovery {
    /** Most key frames with one number that are followed; further ones are ignored. */
    private static final int MOST_CANDIDATES = 4;

    private final DecoderStreams streams;
    private final String topic;
    private final JellyHeader wanted;
    private final long keyFrame;
    private final List<DecoderStream> candidates = new ArrayList<>();

    /**
     * A recovery for one record.
     *
     * @param wanted header of the record whose state is missing
     */
    public StreamRecovery(DecoderStreams streams, String topic, JellyHeader wanted) {
        this.streams = streams;
        this.topic = topic;
        this.wanted = wanted;
        keyFrame = wanted.seq() - wanted.dist();
    }

    /** Whether the recovery needs a record. */
    public boolean needs(JellyHeader header) {
        return header.kind() == wanted.kind()
                && header.stream() == wanted.stream()
                && header.seq() >= keyFrame
                && header.seq() < wanted.seq();
    }

    /** Takes a record from before the wanted one. */
    public void read(JellyHeader header, byte[] value) {
        if (!needs(header)) {
            return;
        }
        boolean known = false;
        for (DecoderStream candidate : candidates) {
            known |= candidate.follow(header, value);
        }
        if (!known && header.isKeyFrame() && header.seq() == keyFrame && candidates.size() < MOST_CANDIDATES) {
            DecoderStream candidate = streams.newStream(header.kind());
            if (candidate.follow(header, value)) {
                candidates.add(candidate);
            }
        }
    }

    /** Whether the key frame was read. If so, reading from further back finds nothing more. */
    public boolean hasKeyFrame() {
        return !candidates.isEmpty();
    }

    /**
     * Number of the first record that is needed and was not found; all needed records before it were read. If nothing
     * is missing, this is the wanted record's own number. It may still not fit the records that were read.
     */
    public long firstMissing() {
        long next = keyFrame;
        for (DecoderStream candidate : candidates) {
            next = Math.max(next, candidate.nextSeq());
        }
        return next;
    }

    /**
     * If the wanted record fits the records that were read, makes their state the state of the stream.
     *
     * @return whether the record fits; if not, nothing has changed
     */
    public boolean install() {
        for (DecoderStream candidate : candidates) {
            if (candidate.isFollowedBy(wanted)) {
                streams.install(topic, wanted.stream(), candidate);
                return true;
            }
        }
        return false;
    }
}
