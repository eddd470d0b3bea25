package dev.velella.jelly;

import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.wire.FrameOutput;
import dev.velella.jelly.wire.PatchRowTags;
import dev.velella.jelly.write.FrameWriter;
import dev.velella.jelly.write.PatchRowWriter;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * Writes patches of any size as a byte stream of Jelly-Patch, such as a file. In a stream of type FLAT or PUNCTUATED a
 * patch may take several frames; in a stream of type FRAME it takes exactly one. Not thread-safe.
 *
 * <p>A stream of type FLAT is one patch. A bare stream is one frame, which the writer keeps in memory up to its end. In
 * other streams the writer keeps at most one frame; in a stream of type FRAME, one patch. A transaction begins and ends
 * in one patch.
 */
public final class JellyPatchStreamWriter implements Closeable {
    /** A frame of so many bytes is full: the specification recommends less than 1 MB. */
    private static final int FULL_FRAME_BYTES = 1 << 19;

    private final FrameOutput out;
    private final FrameWriter frames;
    private final PatchRowWriter rows;
    private final StreamType streamType;
    private final int rowsPerFrame;
    private final boolean cut;
    private boolean frameOpen;
    private int rowsInFrame;
    private boolean ended;
    private boolean closed;

    /**
     * Takes over the output: {@link #close} closes it. It should be buffered.
     *
     * @param rowsPerFrame most rows in a frame, without entry rows; it counts if a patch may take several frames
     * @throws IllegalArgumentException if the table sizes of the options are above the limits, or the form is DETECT,
     *     or rowsPerFrame is not positive
     */
    public JellyPatchStreamWriter(
            OutputStream out, JellyPatchOptions options, StreamForm form, int rowsPerFrame, Limits limits) {
        if (rowsPerFrame < 1) {
            throw new IllegalArgumentException("a frame has at least one row, not " + rowsPerFrame);
        }
        this.out = new FrameOutput(out, form);
        this.rowsPerFrame = rowsPerFrame;
        streamType = options.streamType();
        cut = streamType != StreamType.FRAME && form == StreamForm.DELIMITED;
        frames = new FrameWriter(options, limits);
        rows = new PatchRowWriter(frames.rows(), options.statementType());
    }

    /**
     * Writes the next row of the current patch. The writer may keep the row until its frame is full.
     *
     * @throws MalformedJellyException if options or limits cannot carry the row, or it is the border of a transaction
     *     that is not allowed here. The row was not written, and this writer stays usable
     * @throws IllegalStateException if the output failed before, or the only patch of the stream has ended
     * @throws IOException if the output cannot be written; then this writer can no longer be used
     */
    public void write(PatchOperation operation) throws IOException {
        writeRow(() -> rows.write(operation));
        if (cut && rowsInFrame >= rowsPerFrame) {
            flushFrame();
        }
    }

    /**
     * Ends the current patch, also if it is empty.
     *
     * @throws MalformedJellyException if a transaction is open; the patch has not ended then
     * @throws IllegalStateException as {@link #write(PatchOperation)}
     * @throws IOException as {@link #write(PatchOperation)}
     */
    public void endPatch() throws IOException {
        openFrame();
        rows.checkEnd();
        if (streamType == StreamType.PUNCTUATED) {
            writeRow(() -> frames.rows().empty(PatchRowTags.PUNCTUATION));
        }
        ended = streamType == StreamType.FLAT;
        boolean written = ended && rowsInFrame == 0 && out.written() > 0;
        boolean goesOn = streamType == StreamType.PUNCTUATED && out.isBare();
        if (!written && !goesOn) {
            flushFrame();
        }
    }

    /**
     * Writes a whole patch, or the rest of a patch after its first rows.
     *
     * @throws MalformedJellyException if options or limits cannot carry the patch: nothing of it was written, and this
     *     writer stays usable; but if the patch is so large that a frame of it was already written, this writer can no
     *     longer be used
     * @throws IllegalStateException as {@link #write(PatchOperation)}
     * @throws IOException as {@link #write(PatchOperation)}
     */
    public void write(RdfPatch patch) throws IOException {
        openFrame();
        FrameWriter.Mark before = frames.mark();
        boolean inTransaction = rows.inTransaction();
        int rowsBefore = rowsInFrame;
        long framesBefore = out.written();
        boolean complete = false;
        try {
            for (PatchOperation operation : patch.operations()) {
                write(operation);
            }
            endPatch();
            complete = true;
        } finally {
            if (!complete && out.written() == framesBefore) {
                frames.rollBack(before);
                rows.setInTransaction(inTransaction);
                rowsInFrame = rowsBefore;
            } else if (!complete) {
                out.fail();
            }
        }
    }

    /**
     * If nothing was written yet, writes a frame that has only the options, so that a stream without patches differs
     * from an empty file. In a stream of type FRAME this frame is an empty patch.
     *
     * @throws IllegalStateException as {@link #write(PatchOperation)}
     * @throws IOException as {@link #write(PatchOperation)}
     */
    public void writeOptions() throws IOException {
        if (out.written() == 0 && rowsInFrame == 0) {
            openFrame();
            flushFrame();
        }
    }

    /**
     * Writes the rows that are still in memory, and closes the output. Rows after the last end of a patch are written
     * too, as a patch that may go on. Only in a stream of type FRAME they are dropped, because readers would take them
     * for a whole patch.
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            if (rowsInFrame > 0 && streamType != StreamType.FRAME && !out.failed()) {
                flushFrame();
            }
        }
    }

    /** Writes a row completely or not at all. If the frame has no room for the row, the frame ends before it. */
    private void writeRow(Runnable row) throws IOException {
        if (cut && rowsInFrame > 0 && frames.bytes() >= FULL_FRAME_BYTES) {
            flushFrame();
        }
        openFrame();
        try {
            tryRow(row);
        } catch (MalformedJellyException e) {
            if (!cut || rowsInFrame == 0 || !frames.isFull()) {
                throw e;
            }
            flushFrame();
            openFrame();
            tryRow(row);
        }
    }

    private void tryRow(Runnable row) {
        FrameWriter.Mark before = frames.mark();
        boolean complete = false;
        try {
            row.run();
            rowsInFrame++;
            complete = true;
        } finally {
            if (!complete) {
                frames.rollBack(before);
            }
        }
    }

    private void openFrame() {
        out.checkUsable();
        if (ended) {
            throw new IllegalStateException("a stream of type FLAT is one patch, which has ended");
        }
        if (!frameOpen) {
            frames.open();
            frames.begin();
            frameOpen = true;
        }
    }

    private void flushFrame() throws IOException {
        out.write(frames.close(Map.of()));
        frameOpen = false;
        rowsInFrame = 0;
    }
}
