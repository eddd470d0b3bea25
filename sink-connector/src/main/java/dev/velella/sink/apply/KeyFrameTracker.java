package dev.velella.sink.apply;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Knows the offset of the last key frame of every codec stream in one partition, up to the applied records.
 *
 * <p>A stream is live until it has been silent for longer than its writer's key-frame interval. After such a silence it
 * begins with a key frame, so its earlier records need not be read again. The tracker gets decoded records only, in
 * order. So a wrong header cannot name a key frame that does not exist.
 *
 * <p>The number of streams is bounded. If there are more, the tracker forgets the stream that has been silent for the
 * longest time. A reader that begins at {@link #replayFrom} then lacks the state of that stream and has to go back
 * further. Not thread-safe.
 */
final class KeyFrameTracker {
    private final int maxStreams;
    private final long intervalMs;
    private final LongSupplier clockMs;

    /** The streams in order of use: the first stream has been silent for the longest time. */
    private final Map<Name, Seen> streams = new LinkedHashMap<>(16, 0.75f, true);

    private record Name(ElementKind kind, long stream) {}

    /**
     * The last known position of a stream.
     *
     * @param keyFrame offset of its last key frame, or a bound computed from the header if the key frame was not seen
     * @param atMs time when its last record was read, in ms
     */
    private record Seen(long keyFrame, long atMs) {}

    /**
     * @param maxStreams maximum number of streams, at least 1
     * @param intervalMs longest time from one key frame of a writer to the next, in ms
     * @param clockMs any steadily growing count of ms
     */
    KeyFrameTracker(int maxStreams, long intervalMs, LongSupplier clockMs) {
        this.maxStreams = maxStreams;
        this.intervalMs = intervalMs;
        this.clockMs = clockMs;
    }

    /** Notes a decoded record. If the record was read before, only the time of its stream changes. */
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
     * The offset from which a reader must begin, so that it can decode all records of live streams from
     * {@code nextOffset} on. This is the smallest offset of their last key frames, or {@code nextOffset} itself if no
     * stream is live.
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
