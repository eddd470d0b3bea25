package dev.velella.jelly.transcode;

import dev.velella.jelly.write.ReferenceFrameWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement row of a frame, and its bytes in the joined stream. A row with the same bytes in a later frame has the same
 * bytes there again if it begins from the same running ids on both sides, and its entries are the same on both sides.
 */
final class RecordedRow {
    /** Running prefix and name before and after the row, in the stream and in the joined stream. */
    final long inBefore;

    final long inAfter;
    final long outBefore;
    final long outAfter;

    /** The positions whose terms the row has. */
    final int given;

    /** The terms that the row has, by position. */
    private final @Nullable TermSlot[] terms;

    /** Their entries in the stream. */
    private final InputTerms.EntryIds entries;

    private final int inLength;
    private final int outLength;

    /** Where the row was last, in the last frame and in the last frame of the joined stream. */
    private int inFrom;

    private int outFrom;

    /** The row of the joined stream in which its entries were last found to be there; 0 for none. */
    private int seenIn;

    RecordedRow(
            long inBefore,
            long inAfter,
            long outBefore,
            long outAfter,
            int given,
            @Nullable TermSlot[] terms,
            InputTerms.EntryIds entries,
            int inLength,
            int outLength) {
        this.inBefore = inBefore;
        this.inAfter = inAfter;
        this.outBefore = outBefore;
        this.outAfter = outAfter;
        this.given = given;
        this.terms = terms;
        this.entries = entries;
        this.inLength = inLength;
        this.outLength = outLength;
    }

    /** Whether its entries are the same as before, on both sides. Those of the joined stream stay until this row is out. */
    boolean isKnown(InputTerms stream, ReferenceFrameWriter out) {
        if (!stream.isSame(entries)) {
            return false;
        }
        if (!out.keepsEntriesOf(seenIn)) {
            for (TermSlot term : terms) {
                if (term != null && !term.isStillIn(out)) {
                    return false;
                }
            }
            seenIn = out.row();
        }
        return true;
    }

    int inFrom() {
        return inFrom;
    }

    int inLength() {
        return inLength;
    }

    void moveTo(int inputFrom, int outputFrom) {
        inFrom = inputFrom;
        outFrom = outputFrom;
    }

    int outFrom() {
        return outFrom;
    }

    int outLength() {
        return outLength;
    }

    /** The term of a position that the row has. */
    TermSlot term(int position) {
        return Objects.requireNonNull(terms[position], "a term that the row does not have");
    }

    /** Takes the term of a position over into a slot. */
    void copyTerm(int position, TermSlot slot, byte[] frame) {
        slot.take(term(position), frame, inFrom);
    }
}
