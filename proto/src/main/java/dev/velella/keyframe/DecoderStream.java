package dev.velella.keyframe;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.FrameResult.Decoded;
import dev.velella.frame.FrameResult.MissingState;
import dev.velella.frame.FrameResult.Reason;
import dev.velella.jelly.JellyDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import java.util.Arrays;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * One stream while it is read: the decoder's state, and the requirements for the next record. Not thread-safe.
 *
 * <p>The stream keeps its last record, so that it recognises this record if it comes again.
 */
final class DecoderStream {
    /** Estimated memory in bytes: of a stream without entries, and, in the next constant, of a decoded row. */
    private static final long BASE_BYTES = 16_384;

    private static final long ROW_BYTES = 150;

    private final ElementKind kind;
    private final JellyDecoder<?> decoder;

    /** Header, value and result of the last decoded record; null before the first. */
    private @Nullable JellyHeader last;

    private byte[] lastValue = {};
    private @Nullable Decoded lastResult;

    /** Link that the next record's header must have. */
    private int link;

    /** Number of the next record if no record is lost. Records that were seen but not decoded count too. */
    private long seen;

    /** Number of records that are known to be missing since the last decoded record. */
    private long lost;

    private long weight = BASE_BYTES;

    DecoderStream(ElementKind kind, ValueFactory values, Limits limits) {
        this.kind = kind;
        decoder = JellyDecoder.of(kind, values, limits);
    }

    ElementKind kind() {
        return kind;
    }

    /** Estimated memory in bytes. */
    long weight() {
        return weight;
    }

    /** Number of the record that the state fits; -1 before the first record. */
    long nextSeq() {
        JellyHeader before = last;
        return before == null ? -1 : before.seq() + 1;
    }

    /** Whether a record continues the records that were read. */
    boolean isFollowedBy(JellyHeader header) {
        return missing(header) == null;
    }

    /**
     * Decodes a record of this stream.
     *
     * @throws MalformedJellyException as {@link DecoderStreams#decode}; nothing has changed
     */
    FrameResult decode(JellyHeader header, byte[] value) {
        Decoded repeated = lastResult;
        if (repeated != null && isLast(header, value)) {
            return new Decoded(repeated.element(), Continuity.DUPLICATE);
        }
        Reason reason = missing(header);
        Continuity continuity = continuity(header);
        if (reason != null) {
            see(header, reason);
            return missing(header, reason, nextSeq());
        }
        see(header, null);
        StreamElement element = header.isKeyFrame() ? decoder.decodeKeyFrame(value) : decoder.decodeNext(value);
        Decoded result = new Decoded(element, continuity);
        last = header;
        lastValue = value;
        lastResult = result;
        link = JellyHeader.linkTo(value); // done now, because the value is still in the processor's cache
        seen = header.seq() + 1;
        lost = 0;
        weight = BASE_BYTES + decoder.stateBytes() + value.length + ROW_BYTES * element.rowCount();
        return result;
    }

    /**
     * Takes a record if it continues the records that were read, or is the last one of them once more.
     *
     * @return whether it was taken; if not, nothing has changed
     */
    boolean follow(JellyHeader header, byte[] value) {
        if (isLast(header, value)) {
            return true;
        }
        if (last == null ? !header.isKeyFrame() : header.isKeyFrame() || missing(header) != null) {
            return false;
        }
        try {
            decode(header, value);
            return true;
        } catch (MalformedJellyException e) {
            return false;
        }
    }

    private boolean isLast(JellyHeader header, byte[] value) {
        return header.equals(last) && Arrays.equals(lastValue, value);
    }

    /** Counts records that never came. A replay tells nothing about them. */
    private void see(JellyHeader header, @Nullable Reason reason) {
        if (reason != Reason.REPLAY && header.seq() >= seen) {
            lost += last == null ? 0 : header.seq() - seen;
            seen = header.seq() + 1;
        }
    }

    private @Nullable Reason missing(JellyHeader header) {
        JellyHeader before = last;
        if (header.isKeyFrame()) {
            return null;
        } else if (before == null) {
            return Reason.NO_STATE;
        }
        long step = header.seq() - before.seq();
        if (step != 1) {
            return step <= 0 ? Reason.REPLAY : Reason.GAP;
        }
        boolean fits = header.dist() == before.dist() + 1 && header.link() == link;
        return fits ? null : Reason.WRONG_LINK;
    }

    /** How a record that can be decoded follows the record before it. */
    private Continuity continuity(JellyHeader header) {
        JellyHeader before = last;
        if (before == null) {
            return Continuity.FIRST;
        } else if (header.seq() == before.seq() + 1) {
            return header.link() == link ? Continuity.NEXT : Continuity.WRONG_LINK;
        } else if (header.seq() <= before.seq()) {
            return Continuity.REWOUND;
        }
        long missing = lost + Math.max(0, header.seq() - seen);
        return missing == 0 ? Continuity.RESUMED : new Continuity(Continuity.Kind.AFTER_LOSS, missing);
    }

    /**
     * The result for a record whose state is missing.
     *
     * @param expectedSeq number of the record that the state fits; -1 if there is no state
     */
    static MissingState missing(JellyHeader header, Reason reason, long expectedSeq) {
        String needs = "record " + header.seq() + " of stream " + header.streamName() + ", " + header.dist()
                + " after its key frame, ";
        String message =
                switch (reason) {
                    case NO_STATE -> needs + "needs the records from its key frame on, which were not read";
                    case REPLAY -> needs + "was read before; the state is at record " + expectedSeq;
                    case GAP ->
                        needs + "does not follow record " + (expectedSeq - 1)
                                + ", the last one read: records between are missing";
                    case WRONG_LINK ->
                        needs + "does not continue record " + (expectedSeq - 1)
                                + " as it was read here: that record does not come from the stream's writer";
                };
        return new MissingState(header.kind(), header.toString(), reason, message);
    }
}
