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

    /** Begins a frame. */
    void begin() {
        next = 0;
        count = 0;
        again = 0;
        statements = 0;
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
            if (row != null && row.isAt(frame, from, to, lastFrame)) {
                last[i] = null;
                next = i + 1;
                return row;
            }
        }
        next++; // it stands in the place of the expected one
        return null;
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
