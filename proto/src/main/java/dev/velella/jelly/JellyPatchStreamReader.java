package dev.velella.jelly;

import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.read.PatchFrameReader;
import dev.velella.jelly.read.PatchFrameReader.Demand;
import dev.velella.jelly.read.PatchFrameReader.Rows;
import dev.velella.jelly.wire.FrameInput;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads patches of any size from a byte stream of Jelly-Patch, of every stream type and form: frame by frame with
 * {@link #readFrame}, or patch by patch with {@link #next}; a stream is read in one of the two ways. Not thread-safe.
 *
 * <p>In a FRAME stream every frame is a patch, and an empty frame is an empty patch. In a FLAT stream the whole stream
 * is one patch; a stream without options has no patch. In a PUNCTUATED stream a patch ends with a punctuation; rows
 * after the last punctuation are an unfinished patch (Jelly specification, patch stream types).
 */
public final class JellyPatchStreamReader implements Closeable {
    private final FrameInput frames;
    private final PatchFrameReader reader;
    private final Limits limits;
    private final Collector collector = new Collector();
    private long emptyFrames;
    private boolean unfinished;
    private boolean ended;

    /** Takes over the input: {@link #close} closes it. It need not be buffered. */
    public JellyPatchStreamReader(InputStream in, StreamForm form, ValueFactory values, Limits limits) {
        frames = new FrameInput(in, form, limits);
        reader = new PatchFrameReader(values, limits);
        this.limits = limits;
    }

    /**
     * Hands all rows of the next frame to a handler. If the frame is malformed, the handler gets none of them. At the
     * end of a FLAT stream the handler gets the end of the patch. Rows after the last punctuation of a PUNCTUATED
     * stream are handed over too, but no end of patch follows them.
     *
     * <p>Frames before the options have no rows. If the options later tell that the stream is a FRAME stream, these
     * frames are empty patches; their ends are handed over together with the first frame that has options.
     *
     * @return false at the end of the stream
     * @throws MalformedJellyException if the stream is malformed, cut, or above the limits, or ends within a
     *     transaction of a FLAT stream; every later call throws it again
     * @throws IOException if the input cannot be read; no later call reads on
     */
    public boolean readFrame(PatchHandler handler) throws IOException {
        byte[] bytes = frames.next();
        if (bytes == null) {
            endStream(handler);
            return false;
        }
        Rows rows;
        try {
            rows = reader.read(bytes, Demand.NONE);
        } catch (MalformedJellyException e) {
            throw frames.failed(e);
        }
        OptionsRow options = reader.options();
        if (options == null) {
            if (++emptyFrames > limits.maxRows()) {
                throw frames.failed(
                        fail("more frames before the options than the limit of " + limits.maxRows() + " rows"));
            }
        } else {
            hand(rows, options.patchStreamType(), handler);
        }
        return true;
    }

    private void hand(Rows rows, StreamType type, PatchHandler handler) {
        if (type == StreamType.FRAME) {
            for (; emptyFrames > 0; emptyFrames--) {
                handler.endOfPatch();
            }
        }
        int next = 0;
        for (int end : rows.patchEnds()) {
            for (; next < end; next++) {
                handler.operation(rows.operations().get(next));
            }
            handler.endOfPatch();
            unfinished = false;
        }
        for (; next < rows.operations().size(); next++) {
            handler.operation(rows.operations().get(next));
            unfinished = true;
        }
        if (type == StreamType.FRAME) {
            handler.endOfPatch();
            unfinished = false;
        }
    }

    private void endStream(PatchHandler handler) {
        OptionsRow options = reader.options();
        if (ended || options == null || options.patchStreamType() != StreamType.FLAT) {
            return;
        }
        if (reader.inTransaction()) {
            throw frames.failed(fail("the stream ends within a transaction: TC or TA is missing"));
        }
        ended = true;
        handler.endOfPatch();
        unfinished = false;
    }

    private MalformedJellyException fail(String reason) {
        return new MalformedJellyException(reader.frames(), -1, 0, reason);
    }

    /**
     * Reads the next whole patch; null at the end.
     *
     * @throws MalformedJellyException as {@link #readFrame}; also if a PUNCTUATED stream ends within a patch, or a
     *     patch has more operations than the limit of rows in a frame: {@link #readFrame} reads such a patch
     */
    public @Nullable RdfPatch next() throws IOException {
        while (collector.patches.isEmpty()) {
            if (!readFrame(collector) && collector.patches.isEmpty()) {
                if (unfinished) {
                    throw frames.failed(fail("the stream ends within a patch: its punctuation is missing"));
                }
                return null;
            }
            if (collector.operations.size() > limits.maxRows()) {
                throw frames.failed(fail("a patch of more operations than the limit of " + limits.maxRows()));
            }
        }
        return collector.patches.remove();
    }

    /** Operations of the current patch, and patches that are complete. */
    private static final class Collector implements PatchHandler {
        private final Queue<RdfPatch> patches = new ArrayDeque<>();
        private List<PatchOperation> operations = new ArrayList<>();

        @Override
        public void operation(PatchOperation operation) {
            operations.add(operation);
        }

        @Override
        public void endOfPatch() {
            patches.add(new RdfPatch(operations));
            operations = new ArrayList<>();
        }
    }

    /** Options of the stream; empty before the first frame that has rows. */
    public Optional<JellyPatchOptions> options() {
        return Optional.ofNullable(reader.options()).map(OptionsRow::toPatch);
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
