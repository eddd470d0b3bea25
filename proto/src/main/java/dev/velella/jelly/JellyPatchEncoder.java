package dev.velella.jelly;

import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.PatchRowTags;
import dev.velella.jelly.write.DenseOrder;
import dev.velella.jelly.write.EncoderState;
import dev.velella.jelly.write.FrameWriter;
import dev.velella.jelly.write.PatchRowWriter;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfPatch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes patches as bare Jelly-Patch frames, one frame a patch. A frame is a stream of its own ({@link #encode}), or the
 * next one of a running stream ({@link #encodeNext}, {@link #encodeKeyFrame}).
 *
 * <p>In a stream of type PUNCTUATED every frame ends with the mark of its patch. One of type FLAT is a single patch, so
 * its only frame is self-contained. With statement type QUADS a graph is always written, the default graph too, or left
 * out as equal to the one before.
 *
 * <p>The same patch on the same state always gives the same bytes. A patch that cannot be written changes nothing. Not
 * thread-safe.
 */
public final class JellyPatchEncoder {
    private final FrameWriter frames;
    private final PatchRowWriter rows;
    private final StreamType streamType;

    /** Null where statements stay in the order given. */
    private final @Nullable DenseOrder dense;

    /**
     * Writes statements in the order given.
     *
     * @throws IllegalArgumentException if the table sizes are above the limits
     */
    public JellyPatchEncoder(JellyPatchOptions options, Limits limits) {
        this(options, StatementOrder.GIVEN, limits);
    }

    /**
     * @throws IllegalArgumentException if the table sizes are above the limits
     */
    public JellyPatchEncoder(JellyPatchOptions options, StatementOrder order, Limits limits) {
        dense = order == StatementOrder.DENSE ? new DenseOrder() : null;
        frames = new FrameWriter(options, OptionsRow.patch(options), options.sizes(), limits);
        rows = new PatchRowWriter(frames.rows(), options.statementType());
        streamType = options.streamType();
    }

    /**
     * One self-contained bare frame: options row first, state reset before. Ends the running stream, also when the patch
     * is refused.
     *
     * @return a new array
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the patch, such as a graph in a patch of TRIPLES,
     *     or its transactions are nested, end without a start or do not end. The encoder stays usable
     */
    public byte[] encode(RdfPatch patch) {
        return frames.selfContained(() -> write(patch));
    }

    /**
     * The next bare frame of the running stream; the first one begins it.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     * @throws IllegalStateException if the stream type is FLAT
     */
    public byte[] encodeNext(RdfPatch patch) {
        checkRunning();
        return frames.next(() -> write(patch), Map.of());
    }

    /**
     * The next bare frame of the running stream, from which on it can be read without what came before: options row
     * first, tables empty, and everything that refers to something before is written explicitly on its first use. A
     * reader that reads straight on understands it too.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException as {@link #encode}; the encoder is as it was before the call
     * @throws IllegalStateException if the stream type is FLAT
     */
    public byte[] encodeKeyFrame(RdfPatch patch) {
        checkRunning();
        return frames.keyFrame(() -> write(patch), Map.of());
    }

    /** Forgets the running stream: the next frame begins another one. */
    public void reset() {
        frames.reset();
    }

    /** The state between the last frame and the next one. */
    public EncoderState snapshot() {
        return frames.snapshot();
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if the state belongs to an encoder of other options or limits
     */
    public void restore(EncoderState state) {
        frames.restore(state);
    }

    private void checkRunning() {
        if (streamType == StreamType.FLAT) {
            throw new IllegalStateException(
                    "a stream of type FLAT is one patch, written as one self-contained frame or by JellyPatchStreamWriter");
        }
    }

    private void write(RdfPatch patch) {
        rows.setInTransaction(false);
        if (dense == null) {
            patch.operations().forEach(rows::write);
        } else {
            dense.forEach(patch.operations(), rows::write);
        }
        rows.checkEnd();
        if (streamType == StreamType.PUNCTUATED) {
            frames.rows().empty(PatchRowTags.PUNCTUATION);
        }
    }
}
