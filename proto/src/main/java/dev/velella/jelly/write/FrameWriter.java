package dev.velella.jelly.write;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.StreamOptions;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.wire.ByteSink;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RowTags;
import java.util.Map;
import java.util.TreeMap;

/**
 * One stream that is being written, frame by frame. Owns its state, which runs across frames until {@link #reset}.
 *
 * <p>A frame is all or nothing: when its content fails, the state is what it was before the frame.
 */
public final class FrameWriter {
    private final StreamOptions streamOptions;
    private final OptionsRow optionsRow;
    private final Limits limits;
    private final ByteSink out;
    private final StatementWriter rows;
    private boolean started;
    private long frame;

    /** A moment between two rows to go back to, valid until the next {@link #open}. */
    public record Mark(boolean started, StatementWriter.Mark rows) {}

    /**
     * @param streamOptions whose equality tells whether a state fits
     * @throws IllegalArgumentException if the table sizes are above the limits
     */
    public FrameWriter(StreamOptions streamOptions, Limits limits) {
        TableSizes sizes = streamOptions.sizes();
        if (sizes.names() > limits.maxNames()
                || sizes.prefixes() > limits.maxPrefixes()
                || sizes.datatypes() > limits.maxDatatypes()) {
            throw new IllegalArgumentException(sizes + " is above " + limits);
        }
        this.streamOptions = streamOptions;
        optionsRow = OptionsRow.of(streamOptions);
        this.limits = limits;
        out = new ByteSink(limits);
        rows = new StatementWriter(
                out, new TermEncoder(out, RowTags.of(streamOptions.kind()), sizes, streamOptions.rdfStar(), limits));
    }

    /** Forgets the stream: the next frame begins another one. */
    public void reset() {
        reset(false);
        frame = 0;
    }

    private void reset(boolean explicit) {
        rows.reset(explicit);
        started = false;
    }

    /**
     * The next frame of the running stream.
     *
     * @param content writes its {@link #rows}
     */
    public byte[] next(Runnable content, Map<String, byte[]> metadata) {
        open();
        Mark before = mark();
        boolean complete = false;
        try {
            begin();
            content.run();
            byte[] bytes = close(metadata);
            complete = true;
            return bytes;
        } finally {
            if (!complete) {
                rollBack(before);
            }
        }
    }

    /** The next frame of the running stream, from which on it can be read without what came before. */
    public byte[] keyFrame(Runnable content, Map<String, byte[]> metadata) {
        EncoderState before = snapshot();
        reset(true);
        boolean complete = false;
        try {
            byte[] bytes = next(content, metadata);
            complete = true;
            return bytes;
        } finally {
            if (!complete) {
                restore(before);
            }
        }
    }

    /** A frame that is a stream of its own. When its content fails, no stream is running. */
    public byte[] selfContained(Runnable content) {
        reset();
        return next(content, Map.of());
    }

    /** Begins a frame that is filled row by row; {@link #begin} must follow. */
    public void open() {
        out.open(frame);
        rows.beginFrame();
    }

    /** Writes what stands before the content of a frame. */
    public void begin() {
        if (!started) {
            optionsRow.write(out);
            started = true;
        }
    }

    /** The rows of the open frame. */
    public StatementWriter rows() {
        return rows;
    }

    /** Whether a row was refused because the open frame has no room for it. */
    public boolean isFull() {
        return out.isFull();
    }

    /** Bytes of the open frame. */
    public int bytes() {
        return out.position();
    }

    /** Ends the frame. Metadata is ordered by key, and stands last because a stream must begin with its options. */
    public byte[] close(Map<String, byte[]> metadata) {
        if (!metadata.isEmpty()) {
            new TreeMap<>(metadata).forEach(out::metadata);
        }
        byte[] bytes = out.toByteArray();
        frame++;
        return bytes;
    }

    public Mark mark() {
        return new Mark(started, rows.mark());
    }

    /** Takes back what was written to the open frame since the mark. */
    public void rollBack(Mark mark) {
        started = mark.started;
        rows.rollBack(mark.rows);
    }

    /** The state between two frames. */
    public EncoderState snapshot() {
        return new EncoderState(streamOptions, limits, started, frame, rows.snapshot());
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if it belongs to an encoder of other options or limits
     */
    public void restore(EncoderState state) {
        state.checkFits(streamOptions, limits);
        started = state.started();
        frame = state.frame();
        rows.restore(state.rows());
    }
}
