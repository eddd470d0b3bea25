package dev.velella.jelly;

import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.PatchRowTags;
import dev.velella.jelly.write.DenseOrder;
import dev.velella.jelly.write.DictionaryTerms;
import dev.velella.jelly.write.EncoderState;
import dev.velella.jelly.write.FrameWriter;
import dev.velella.jelly.write.PatchRowWriter;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.jelly.write.TermCounts;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes patches as bare Jelly-Patch frames, one frame a patch.
 *
 * <p>In a stream of type PUNCTUATED every frame ends with a punctuation. A stream of type FLAT is a single patch.
 * Therefore its only frame is self-contained. With statement type QUADS every statement has a graph, also in the
 * default graph; a graph that is equal to the one before is left out.
 *
 * <p>Not thread-safe.
 */
public final class JellyPatchEncoder implements JellyEncoder<RdfPatch> {
    private final FrameWriter frames;
    private final PatchRowWriter rows;
    private final StreamType streamType;

    /** Null if statements keep their order. */
    private final @Nullable DenseOrder dense;

    /**
     * An encoder that keeps the order of statements.
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
        frames = new FrameWriter(options, limits);
        rows = new PatchRowWriter(frames.rows(), options.statementType());
        streamType = options.streamType();
    }

    /**
     * Writes one self-contained bare frame, as the interface says.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the patch, such as a
     *     graph in a patch of TRIPLES, or its transactions are nested, end without a start or do not end
     */
    @Override
    public byte[] encode(RdfPatch patch) {
        return frames.selfContained(() -> write(patch));
    }

    @Override
    public byte[] encodeNext(RdfPatch patch) {
        checkRunning();
        return frames.next(() -> write(patch), Map.of());
    }

    @Override
    public byte[] encodeKeyFrame(RdfPatch patch) {
        checkRunning();
        return frames.keyFrame(() -> write(patch), Map.of());
    }

    @Override
    public void count(RdfPatch patch, TermCounts counts) {
        counts.beginElement();
        inOrder(patch, operation -> {
            if (operation instanceof PatchOperation.Add add) {
                counts.add(add.statement());
            } else if (operation instanceof PatchOperation.Delete delete) {
                counts.add(delete.statement());
            }
        });
    }

    @Override
    public byte[] makeDictionary(DictionaryTerms terms) {
        checkRunning();
        return frames.dictionary(terms);
    }

    @Override
    public void takeDictionary(byte[] dictionary) {
        checkRunning();
        frames.takeDictionary(dictionary);
    }

    @Override
    public byte[] encodeOnDictionary(RdfPatch patch) {
        checkRunning();
        return frames.onDictionary(() -> write(patch));
    }

    @Override
    public void reset() {
        frames.reset();
    }

    @Override
    public EncoderState snapshot() {
        return frames.snapshot();
    }

    @Override
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
        inOrder(patch, rows::write);
        rows.checkEnd();
        if (streamType == StreamType.PUNCTUATED) {
            frames.rows().empty(PatchRowTags.PUNCTUATION);
        }
    }

    private void inOrder(RdfPatch patch, Consumer<PatchOperation> action) {
        if (dense == null) {
            patch.operations().forEach(action);
        } else {
            dense.forEach(patch.operations(), action);
        }
    }
}
