package dev.velella.frame;

import dev.velella.dictionary.Dictionary;
import org.jspecify.annotations.Nullable;

/**
 * The facts that the reader of a frame needs if the frame builds on a dictionary: the dictionary, and the number of the
 * frame among the frames of its writer. Immutable.
 *
 * @param dictionary null if the frame is self-contained
 * @param writer random number of the writer; 0 if frames are not counted
 * @param sequence number of the frame of this writer, from 0; {@value #NOT_COUNTED} if frames are not counted
 */
public record DictionaryPlace(@Nullable Dictionary dictionary, int writer, long sequence) {
    /** The sequence of frames that are not counted, because their order is not known. */
    public static final long NOT_COUNTED = -1;

    /** Whether the frames of the writer are counted. */
    public boolean isCounted() {
        return sequence != NOT_COUNTED;
    }

    /** The number under which {@link LossReports} knows a writer. No stream of key frames has a negative one. */
    public static long lossReport(int writer) {
        return Long.MIN_VALUE | (writer & 0xFFFF_FFFFL);
    }
}
