package dev.velella.keyframe;

import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.FrameResult.Continuity;
import dev.velella.keyframe.FrameResult.Decoded;
import dev.velella.keyframe.FrameResult.MissingState;
import dev.velella.keyframe.FrameResult.Reason;
import java.util.Arrays;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * One stream as it was read so far: the decoder's state, and what the next record has to look like. Not thread-safe.
 *
 * <p>The last record is kept, so that it can be recognised when it comes once more.
 */
final class DecoderStream {
    /** Estimated memory of a stream without entries, and of a decoded statement. */
    private static final long BASE_BYTES = 16_384;

    private static final long STATEMENT_BYTES = 150;

    private final Kind kind;
    private final FrameDecoder decoder;

    /** Header, value and result of the last decoded record; null before the first. */
    private @Nullable JellyHeader last;

    private byte[] lastValue = {};
    private @Nullable Decoded lastResult;

    /** What the next record's header has to hold. */
    private int link;

    /** Number of the record that would be seen next if none were lost, decodable or not. */
    private long seen;

    /** Records known to be missing since the last decoded one. */
    private long lost;

    private long weight = BASE_BYTES;

    /** Reads frames of one kind. */
    private interface FrameDecoder {
        Decoded keyFrame(byte[] value, Continuity continuity);

        Decoded next(byte[] value, Continuity continuity);

        long stateBytes();
    }

    DecoderStream(Kind kind, ValueFactory values, Limits limits) {
        this.kind = kind;
        decoder = kind == Kind.RDF ? new Graphs(values, limits) : new Patches(values, limits);
    }

    Kind kind() {
        return kind;
    }

    /** Estimated memory in bytes. */
    long weight() {
        return weight;
    }

    /** Number of the record that the state fits; -1 before the first. */
    long nextSeq() {
        JellyHeader before = last;
        return before == null ? -1 : before.seq() + 1;
    }

    /** Whether a record continues what was read. */
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
            return repeated(repeated);
        }
        Reason reason = missing(header);
        Continuity continuity = continuity(header);
        if (reason != null) {
            see(header, reason);
            return new MissingState(header, reason, nextSeq());
        }
        see(header, null);
        Decoded result = header.isKeyFrame() ? decoder.keyFrame(value, continuity) : decoder.next(value, continuity);
        last = header;
        lastValue = value;
        lastResult = result;
        link = JellyHeader.linkTo(value); // now, while the decoder's reading has it near the processor
        seen = header.seq() + 1;
        lost = 0;
        weight = BASE_BYTES + decoder.stateBytes() + value.length + STATEMENT_BYTES * statements(result);
        return result;
    }

    /**
     * Takes a record if it continues what was read so far, or is what was read last.
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

    /** Counts what never came; a replay tells nothing about that. */
    private void see(JellyHeader header, @Nullable Reason reason) {
        if (reason != Reason.REPLAY && header.seq() >= seen) {
            lost += last == null ? 0 : header.seq() - seen;
            seen = header.seq() + 1;
        }
    }

    private static FrameResult repeated(Decoded result) {
        return result instanceof FrameResult.Graph graph
                ? new FrameResult.Graph(graph.graph(), Continuity.DUPLICATE)
                : new FrameResult.Patch(((FrameResult.Patch) result).patch(), Continuity.DUPLICATE);
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

    /** Of a record that can be decoded. */
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

    private static long statements(Decoded result) {
        return result instanceof FrameResult.Graph graph
                ? graph.graph().statements().size()
                : ((FrameResult.Patch) result).patch().operations().size();
    }

    private static final class Graphs implements FrameDecoder {
        private final JellyGraphDecoder decoder;

        Graphs(ValueFactory values, Limits limits) {
            decoder = new JellyGraphDecoder(values, limits);
        }

        @Override
        public Decoded keyFrame(byte[] value, Continuity continuity) {
            return new FrameResult.Graph(decoder.decodeKeyFrame(value), continuity);
        }

        @Override
        public Decoded next(byte[] value, Continuity continuity) {
            return new FrameResult.Graph(decoder.decodeNext(value), continuity);
        }

        @Override
        public long stateBytes() {
            return decoder.stateBytes();
        }
    }

    private static final class Patches implements FrameDecoder {
        private final JellyPatchDecoder decoder;

        Patches(ValueFactory values, Limits limits) {
            decoder = new JellyPatchDecoder(values, limits);
        }

        @Override
        public Decoded keyFrame(byte[] value, Continuity continuity) {
            return new FrameResult.Patch(decoder.decodeKeyFrame(value), continuity);
        }

        @Override
        public Decoded next(byte[] value, Continuity continuity) {
            return new FrameResult.Patch(decoder.decodeNext(value), continuity);
        }

        @Override
        public long stateBytes() {
            return decoder.stateBytes();
        }
    }
}
