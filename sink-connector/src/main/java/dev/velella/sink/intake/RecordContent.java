package dev.velella.sink.intake;

import dev.velella.converter.UndecodedFrame;
import dev.velella.rdf.StreamElement;

/** The decoded value of a record. */
public sealed interface RecordContent {
    /** A graph or a patch. */
    record Element(StreamElement element) implements RecordContent {}

    /** A null value. */
    record Nothing() implements RecordContent {}

    /** A frame whose codec state is missing. */
    record Undecoded(UndecodedFrame frame) implements RecordContent {}

    /**
     * A frame whose dictionary is missing. The record itself may be right, so it is never refused.
     *
     * @param reason one sentence
     */
    record WithoutDictionary(String reason) implements RecordContent {}
}
