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
 * patch may take several frames; in one of type FRAME it takes exactly one. Not thread-safe.
 *
 * <p>A stream of type FLAT is one patch. A bare stream is one frame, which is kept in memory up to its end. Else no more
 * than a frame is kept, in a stream of type FRAME no more than a patch. A transaction begins and ends in one patch.
 */
public final class JellyPatchStreamWriter implements Closeable {
    /** A frame is also cut when it has so many bytes: the specification recommends less than 1 MB. */
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
     * @param rowsPerFrame most rows in a frame, entry rows not counted, where a patch may take several frames
     * @throws IllegalArgumentException if the table sizes of the options are above the limits, or the form is to be
     *     detected, or rowsPerFrame is not positive
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
     * Writes the next row of the current patch; it may be kept until its frame is full.
     *
     * @throws MalformedJellyException if options or limits cannot carry the row, or it is the border of a transaction
     *     that must not stand here: the row was not written, and this writer stays usable
     * @throws IllegalStateException if the output failed before, or the stream has its only patch
     * @throws IOException if the output cannot be written; then this writer can no longer be used
     */
    public void write(PatchOperation operation) throws IOException {
        writeRow(() -> rows.write(operation));
        if (cut && rowsInFrame >= rowsPerFrame) {
            flushFrame();
        }
    }

    /**
     * Ends the current patch, an empty one too.
     *
     * @throws MalformedJellyException if a transaction is open: the patch was not ended
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
     * Writes a whole patch, or the rest of one whose first rows were written before.
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
     * Writes a frame of the options alone if nothing was written yet, so that a stream without patches can be told from no
     * stream. In a stream of type FRAME it is an empty patch.
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
     * Writes what is kept, and closes the output. Rows behind the last end of a patch are written too, as a patch that
     * may go on; only in a stream of type FRAME, where they would pass for a whole patch, they are dropped.
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

    /** A row is written whole or not at all. When its frame has no room for it, the frame is cut before it. */
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
