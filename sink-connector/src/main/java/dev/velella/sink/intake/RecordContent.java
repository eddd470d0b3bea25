package dev.velella.sink.intake;

import dev.velella.converter.UndecodedFrame;
import dev.velella.rdf.StreamElement;

/** The value of a record, as far as it could be read. */
public sealed interface RecordContent {
    /** A value that a store can take. */
    sealed interface Decoded extends RecordContent {}

    /** A graph or a patch. */
    record Element(StreamElement element) implements Decoded {}

    /** A null value. */
    record Nothing() implements Decoded {}

    /** The record comes from the store itself, so nobody needs its value. */
    record Excluded() implements RecordContent {}

    /** A frame whose codec state is missing. */
    record Undecoded(UndecodedFrame frame) implements RecordContent {}

    /**
     * A frame whose dictionary is missing. The record itself may be right, so it is never refused.
     *
     * @param reason one sentence
     */
    record WithoutDictionary(String reason) implements RecordContent {}
}
