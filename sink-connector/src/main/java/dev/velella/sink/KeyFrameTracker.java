package dev.velella.sink;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Where the last key frame of every stream of one partition stands, as far as the partition is applied.
 *
 * <p>A stream that is silent for longer than its writer's key-frame interval begins with a key frame when it goes on:
 * what it wrote before need not be read again. Until then it is live. Only records that were decoded are told to the
 * tracker, in order, so that nobody can name a key frame that is not there.
 *
 * <p>Bounded: of more streams than given the one silent longest is forgotten. A reader that begins at
 * {@link #replayFrom} then lacks the state of that stream and has to go back further. Not thread-safe.
 */
final class KeyFrameTracker {
    private final int maxStreams;
    private final long intervalMs;
    private final LongSupplier clockMs;

    /** In order of use, the one silent longest first. */
    private final Map<Name, Seen> streams = new LinkedHashMap<>(16, 0.75f, true);

    private record Name(ElementKind kind, long stream) {}

    /**
     * A stream as it was last seen.
     *
     * @param keyFrame offset of its last key frame, or an upper bound where that was not seen
     * @param atMs when its last record was read
     */
    private record Seen(long keyFrame, long atMs) {}

    /**
     * @param maxStreams most streams, at least 1
     * @param intervalMs longest time from one key frame of a writer to the next
     * @param clockMs any steadily growing count of ms
     */
    KeyFrameTracker(int maxStreams, long intervalMs, LongSupplier clockMs) {
        this.maxStreams = maxStreams;
        this.intervalMs = intervalMs;
        this.clockMs = clockMs;
    }

    /** Takes note of a decoded record; one that was read before changes nothing but when its stream was seen. */
    void read(JellyHeader header, long offset) {
        Name name = new Name(header.kind(), header.stream());
        Seen before = streams.get(name);
        long keyFrame = before == null ? Math.max(0, offset - header.dist()) : before.keyFrame();
        if (header.isKeyFrame()) {
            keyFrame = Math.max(keyFrame, offset);
        }
        streams.put(name, new Seen(keyFrame, clockMs.getAsLong()));
        if (streams.size() > maxStreams) {
            Iterator<Name> longestSilent = streams.keySet().iterator();
            longestSilent.next();
            longestSilent.remove();
        }
    }

    /**
     * Offset from which to read in order to decode what the live streams write from an offset on: the smallest of their
     * last key frames, or the offset itself where there is none.
     */
    long replayFrom(long nextOffset) {
        long now = clockMs.getAsLong();
        long from = nextOffset;
        for (Seen stream : streams.values()) {
            if (now - stream.atMs() <= intervalMs) {
                from = Math.min(from, stream.keyFrame());
            }
        }
        return from;
    }
}
