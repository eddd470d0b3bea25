package dev.velella.jelly.transcode;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The statement rows of the last frame of a stream, in their order, and those of the present frame. Recording is left out
 * for a while if few rows come again.
 */
final class RecordedRows {
    /** Rows of the last frame that a row is compared with, from the expected one on. */
    private static final int WINDOW = 3;

    /** Rows of a frame that are recorded, so that large frames take no memory for them. */
    private static final int MOST = 1 << 12;

    /** Frames with few rows that come again, before recording is left out. */
    private static final int TRIAL = 4;

    /** Frames that are not recorded then. */
    private static final int PAUSE = 64;

    private byte[] lastFrame = new byte[0];
    private byte[] lastWritten = new byte[0];
    private @Nullable RecordedRow[] last = new RecordedRow[0];
    private int lastCount;
    private int next;
    private @Nullable RecordedRow[] present = new RecordedRow[0];
    private int count;
    private int again;
    private int statements;
    private int failures;
    private int pause;

    /** Up to which place the present frame has the bytes that the last frame has so many places further on. */
    private int sameUpTo;

    private int sameAhead;

    /** Begins a frame. */
    void begin() {
        next = 0;
        count = 0;
        again = 0;
        statements = 0;
        sameUpTo = 0;
    }

    /** Whether rows of this frame are to be recorded. */
    boolean isRecording() {
        return pause == 0 && count < MOST;
    }

    /** The row of the last frame with these bytes, at about the same place; null if there is none. */
    @Nullable
    RecordedRow find(byte[] frame, int from, int to) {
        statements++;
        int end = Math.min(lastCount, next + WINDOW);
        for (int i = next; i < end; i++) {
            RecordedRow row = last[i];
            if (row != null && row.inLength() == to - from && isSame(frame, from, to, row.inFrom())) {
                last[i] = null;
                next = i + 1;
                return row;
            }
        }
        next++; // it stands in the place of the expected one
        return null;
    }

    /** Whether both frames have the same bytes. Rows that come again mostly follow each other, so they are compared at once. */
    private boolean isSame(byte[] frame, int from, int to, int lastFrom) {
        if (to <= sameUpTo && lastFrom - from == sameAhead) {
            return true;
        }
        int differs = Arrays.mismatch(frame, from, frame.length, lastFrame, lastFrom, lastFrame.length);
        int same = differs < 0 ? frame.length : from + differs;
        if (to > same) {
            return false;
        }
        sameUpTo = same;
        sameAhead = lastFrom - from;
        return true;
    }

    /** The frame of the joined stream in which the rows that {@link #find} gives stand. */
    byte[] lastWritten() {
        return lastWritten;
    }

    /** A row that has come again. */
    void addAgain(RecordedRow row, int inFrom, int outFrom) {
        again++;
        add(row, inFrom, outFrom);
    }

    /** A row of the present frame. */
    void add(RecordedRow row, int inFrom, int outFrom) {
        row.moveTo(inFrom, outFrom);
        if (count == present.length) {
            present = Arrays.copyOf(present, Math.max(16, count * 2));
        }
        present[count++] = row;
    }

    /** Ends the frame. Nobody may change the arrays afterwards. */
    void end(byte[] frame, byte[] written) {
        if (pause > 0) {
            pause--;
        } else if (statements > 0) {
            failures = again * 4 < statements ? failures + 1 : 0;
            if (failures > TRIAL) {
                failures = TRIAL;
                pause = PAUSE;
                count = 0;
            }
        }
        lastFrame = count == 0 ? new byte[0] : frame;
        lastWritten = count == 0 ? new byte[0] : written;
        @Nullable RecordedRow[] free = last;
        Arrays.fill(free, 0, lastCount, null);
        last = present;
        lastCount = count;
        present = free;
        count = 0;
    }
}
