package dev.velella.frame;

import dev.velella.rdf.ElementKind;
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
     * @param kind of the element in the record
     * @param header text of the header that tells the record's place
     * @param reason problem with the state
     * @param message one sentence about it, without the record's place
     */
    record MissingState(ElementKind kind, String header, Reason reason, String message) implements FrameResult {}

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

        public static final Continuity FIRST = new Continuity(Kind.FIRST, 0);
        public static final Continuity NEXT = new Continuity(Kind.NEXT, 0);
        public static final Continuity DUPLICATE = new Continuity(Kind.DUPLICATE, 0);
        public static final Continuity REWOUND = new Continuity(Kind.REWOUND, 0);
        public static final Continuity RESUMED = new Continuity(Kind.RESUMED, 0);
        public static final Continuity WRONG_LINK = new Continuity(Kind.WRONG_LINK, 0);

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
