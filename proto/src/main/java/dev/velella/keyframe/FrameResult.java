package dev.velella.keyframe;

import dev.velella.rdf.StreamElement;

/** The result for a record: an element, or the reason why the record cannot be decoded yet. */
public sealed interface FrameResult {

    /**
     * A record that was decoded.
     *
     * @param element element in the record
     * @param continuity how the record follows the record before
     */
    record Decoded(StreamElement element, Continuity continuity) implements FrameResult {}

    /**
     * The record needs codec state that is missing. Nothing was decoded, and nothing has changed.
     *
     * @param header of the record
     * @param reason problem with the state
     * @param expectedSeq number of the record that the state fits; -1 if there is no state
     */
    record MissingState(JellyHeader header, Reason reason, long expectedSeq) implements FrameResult {
        /** One sentence about the missing state, without the record's place. */
        public String message() {
            String needs = "record " + header.seq() + " of stream " + header.streamName() + ", " + header.dist()
                    + " after its key frame, ";
            return switch (reason) {
                case NO_STATE -> needs + "needs the records from its key frame on, which were not read";
                case REPLAY -> needs + "was read before; the state is at record " + expectedSeq;
                case GAP ->
                    needs + "does not follow record " + (expectedSeq - 1)
                            + ", the last one read: records between are missing";
                case WRONG_LINK ->
                    needs + "does not continue record " + (expectedSeq - 1)
                            + " as it was read here: that record does not come from the stream's writer";
            };
        }
    }

    /** The reason why state is missing. */
    enum Reason {
        /** No record of the stream was read, or its state was dropped because of the limits. */
        NO_STATE,
        /** The stream was read further than this record: the reader was rewound, or the record is a replay. */
        REPLAY,
        /** Records of the stream between the last one and this one were not read or not decoded. */
        GAP,
        /** The numbers fit, but the record before does not come from the stream's writer. */
        WRONG_LINK
    }

    /**
     * Tells how a decoded record follows the record before it in its stream.
     *
     * @param kind kind of step
     * @param lost number of records that the stream's writer wrote in between and that never came; 0 unless the kind is
     *     {@link Kind#AFTER_LOSS}. They are lost if the reader itself has left nothing out. It leaves records out if it
     *     seeks forward, or while another reader has the partition
     */
    record Continuity(Kind kind, long lost) {
        /** The continuity of a record without header. */
        public static final Continuity SELF_CONTAINED = new Continuity(Kind.SELF_CONTAINED, 0);

        static final Continuity FIRST = new Continuity(Kind.FIRST, 0);
        static final Continuity NEXT = new Continuity(Kind.NEXT, 0);
        static final Continuity DUPLICATE = new Continuity(Kind.DUPLICATE, 0);
        static final Continuity REWOUND = new Continuity(Kind.REWOUND, 0);
        static final Continuity RESUMED = new Continuity(Kind.RESUMED, 0);
        static final Continuity WRONG_LINK = new Continuity(Kind.WRONG_LINK, 0);

        /** Kinds of step. */
        public enum Kind {
            /** A record without header: it belongs to no stream. */
            SELF_CONTAINED,
            /** A key frame of a stream that the reader does not know. */
            FIRST,
            /** The record after the last one. */
            NEXT,
            /** The last record once more, byte by byte. */
            DUPLICATE,
            /** A key frame from before the last record: the reader was rewound, or the record is a replay. */
            REWOUND,
            /** A key frame after records that came but could not be decoded; none is missing. */
            RESUMED,
            /** A key frame after records that never came: a proven loss. */
            AFTER_LOSS,
            /**
             * A key frame whose link does not fit the record before: one of the two does not come from the stream's
             * writer.
             */
            WRONG_LINK
        }
    }
}
