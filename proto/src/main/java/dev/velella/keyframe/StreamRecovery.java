package dev.velella.keyframe;

import java.util.ArrayList;
import java.util.List;

/**
 * Rebuilds the state that one record needs from records read once more: its key frame, whose number the record's header
 * tells, and those between.
 *
 * <p>Records are given in the order of the partition; those of other streams are passed over. A key frame that comes
 * several times with other bytes is not the writer's every time: each is followed, and the one to which the record
 * fits is taken. Not thread-safe.
 */
public final class StreamRecovery {
    /** Key frames of one number that are followed; more are passed over. */
    private static final int MOST_CANDIDATES = 4;

    private final DecoderStreams streams;
    private final String topic;
    private final JellyHeader wanted;
    private final long keyFrame;
    private final List<DecoderStream> candidates = new ArrayList<>();

    /** @param wanted header of the record whose state is missing */
    public StreamRecovery(DecoderStreams streams, String topic, JellyHeader wanted) {
        this.streams = streams;
        this.topic = topic;
        this.wanted = wanted;
        keyFrame = wanted.seq() - wanted.dist();
    }

    /** Whether a record is one of those that are needed. */
    public boolean needs(JellyHeader header) {
        return header.kind() == wanted.kind()
                && header.stream() == wanted.stream()
                && header.seq() >= keyFrame
                && header.seq() < wanted.seq();
    }

    /** Takes a record that stands before the wanted one. */
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

    /** Whether the key frame was read, so that reading from further back would find nothing more. */
    public boolean hasKeyFrame() {
        return !candidates.isEmpty();
    }

    /**
     * Number of the first record that is needed and was not found: what was read leads up to the one before. The wanted
     * record's own number if nothing is missing; it may still not fit what was read.
     */
    public long firstMissing() {
        long next = keyFrame;
        for (DecoderStream candidate : candidates) {
            next = Math.max(next, candidate.nextSeq());
        }
        return next;
    }

    /**
     * Makes what was read the state of the stream, if the wanted record fits it.
     *
     * @return whether it does; if not, nothing has changed
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
