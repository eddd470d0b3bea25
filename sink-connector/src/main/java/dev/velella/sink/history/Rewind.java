package dev.velella.sink.history;

import dev.velella.bounded.BoundedMap;
import dev.velella.converter.UndecodedFrame;
import dev.velella.keyframe.JellyHeader;
import dev.velella.letter.RefusalReason;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.options.KeyFrameOptions;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides how far back one partition is read again to find the key frame of a record that could not be decoded.
 *
 * <pre>
 *          undecodable: asks for the offset its distance says
 *   idle ─────────────────────────────────────────────────────▶ searching ──┐ again undecodable, key frame not seen:
 *     ▲                                                          │   │   ▲  │ doubles the step, down to offset 0
 *     └──────────────── the record is decoded ───────────────────┘   │   └──┘
 *                                                                    ▼
 *                 key frame seen, or read from offset 0, and still undecodable; too many rewinds: given up
 * </pre>
 *
 * <p>The distance counts records of the codec stream. So the key frame is at least this number of offsets back, and
 * further if other writers write to the partition too. Once the key frame itself was read again, only the records
 * between it and the record matter, and reading from further back would give the same result. Not thread-safe.
 */
public final class Rewind {
    private static final long MINUTE_MS = 60_000;
    private static final int MOST_GIVEN_UP = 1_000;

    private final int maxPerMinute;
    private final LongSupplier clockMs;
    private final TrimmedAdvice advice;
    private final String anotherStore;
    private long minuteBeganMs;
    private int inMinute;
    private @Nullable Search search;

    /** Streams whose records cannot be decoded before their next key frame, with the number of their last record. */
    private final Map<Long, Long> givenUp = new BoundedMap<>(MOST_GIVEN_UP);

    /** The search for the key frame of one record. */
    private static final class Search {
        private final long offset;
        private final JellyHeader wanted;
        private long step;
        private long from;
        private boolean keyFrameSeen;

        Search(long offset, JellyHeader wanted) {
            this.offset = offset;
            this.wanted = wanted;
            step = Math.max(wanted.dist(), 1);
        }

        boolean isKeyFrame(JellyHeader header) {
            return header.isKeyFrame()
                    && header.kind() == wanted.kind()
                    && header.stream() == wanted.stream()
                    && header.seq() == wanted.seq() - wanted.dist();
        }
    }

    /**
     * @param maxPerMinute maximum number of rewinds in a minute, at least 1
     * @param clockMs any steadily growing count of ms
     * @param advice advice for records whose key frame is gone
     * @param anotherStore the options that give the connector an empty store, for messages
     */
    public Rewind(int maxPerMinute, LongSupplier clockMs, TrimmedAdvice advice, String anotherStore) {
        this.advice = advice;
        this.anotherStore = anotherStore;
        this.maxPerMinute = maxPerMinute;
        this.clockMs = clockMs;
        minuteBeganMs = clockMs.getAsLong();
    }

    /**
     * Notes a record that was decoded.
     *
     * @param header position of the record in its stream; null for a self-contained record
     * @throws PassedOverException if the record of the search did not come again; the message does not contain the
     *     place
     */
    public void decoded(long offset, @Nullable JellyHeader header) {
        Search waiting = search;
        if (waiting == null) {
            return;
        }
        if (offset == waiting.offset) {
            search = null;
        } else {
            checkNotPassed(waiting, offset);
            waiting.keyFrameSeen |= header != null && waiting.isKeyFrame(header);
        }
    }

    /**
     * Notes a record that is finished without being decoded: it was put aside, or left out because a snapshot covers it
     * by now. If it is the record of the search, the search ends.
     */
    public void dealtWith(long offset) {
        if (search != null && search.offset == offset) {
            search = null;
        }
    }

    /**
     * The offset from which to read again, so that a record can be decoded.
     *
     * @param offset offset of the record, which is not applied yet
     * @param frame frame of the record
     * @param replayFrom smallest offset of the key frames of the streams read so far: these streams were converted
     *     beyond the record and must be read again with it
     * @throws PatchRefusedException if reading further back cannot help, or was done too often; the message does not
     *     contain the place. Records that build on this record are then refused without reading further back
     * @throws PassedOverException under the same conditions as {@link #decoded}
     */
    public long to(long offset, UndecodedFrame frame, long replayFrom) {
        JellyHeader header = frame.header();
        Long hopeless = givenUp.get(header.stream());
        if (hopeless != null && hopeless == keyFrameNumber(header)) {
            throw new PatchRefusedException(
                    RefusalReason.MISSING_STATE,
                    frame.message()
                            + "; a record before it in its stream could not be decoded either, and nothing can be"
                            + " before the stream's next key frame");
        }
        try {
            return search(offset, frame, replayFrom);
        } catch (PatchRefusedException e) {
            search = null;
            givenUp.put(header.stream(), keyFrameNumber(header));
            throw e;
        }
    }

    private static long keyFrameNumber(JellyHeader header) {
        return header.seq() - header.dist();
    }

    private long search(long offset, UndecodedFrame frame, long replayFrom) {
        Search waiting = search;
        if (waiting != null && waiting.offset == offset) {
            if (waiting.keyFrameSeen || waiting.from == 0) {
                throw new PatchRefusedException(
                        RefusalReason.MISSING_STATE, frame.message() + "; " + finding(waiting, frame));
            }
            waiting.step = 2 * (offset - waiting.from);
        } else {
            if (waiting != null) {
                checkNotPassed(waiting, offset);
            }
            waiting = new Search(offset, frame.header());
        }
        countRewind(frame);
        waiting.from = Math.max(0, Math.min(offset - waiting.step, replayFrom));
        search = waiting;
        return waiting.from;
    }

    private String finding(Search done, UndecodedFrame frame) {
        if (!done.keyFrameSeen) {
            return "the partition was read again from its beginning, and the key frame (record "
                    + (done.wanted.seq() - done.wanted.dist()) + " of the stream) is not there: retention or compaction"
                    + " has removed it, or the record is not its writer's. "
                    + advice.keyFrame(done.wanted.kind())
                    + ". Keep the records of the topic for longer (retention.ms)";
        }
        return switch (frame.reason()) {
            case NO_STATE ->
                "its key frame was read again, but the state had to be given up: raise the limits of the"
                        + " converter (value.converter.limits.streams, value.converter.limits.state.bytes), or limits.streams"
                        + " where the converter hands over bytes, above what the streams of the topics need";
            case REPLAY ->
                "its key frame was read again, and so was the record, in another place before this one: a"
                        + " producer without enable.idempotence=true has sent it twice, or somebody else has. Nothing of the"
                        + " copy was applied; build a new store (" + anotherStore + ") from a topic without it";
            case GAP, WRONG_LINK ->
                "it was read again from its key frame on, so these records are lost: they never"
                        + " reached the partition. Let the writer write its data anew to another topic, and build a new store"
                        + " (" + anotherStore + ") from that";
        };
    }

    private void countRewind(UndecodedFrame frame) {
        long now = clockMs.getAsLong();
        if (now - minuteBeganMs >= MINUTE_MS) {
            minuteBeganMs = now;
            inMinute = 0;
        }
        if (inMinute >= maxPerMinute) {
            throw new PatchRefusedException(
                    RefusalReason.MISSING_STATE,
                    frame.message() + "; the partition was read again " + inMinute
                            + " times within a minute, more often than " + KeyFrameOptions.REWIND_MAX_PER_MINUTE.name()
                            + " allows: look for writers that nobody knows in the topic (./velella topic stats)");
        }
        inMinute++;
    }

    private static void checkNotPassed(Search waiting, long offset) {
        if (offset > waiting.offset) {
            throw new PassedOverException("after the partition was to be read again from offset " + waiting.from
                    + ", the record at offset " + waiting.offset + ", which was not applied, did not come again:"
                    + " retention has removed it, or the consumer's auto.offset.reset is not earliest");
        }
    }
}
