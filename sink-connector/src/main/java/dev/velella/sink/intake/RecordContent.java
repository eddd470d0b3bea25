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
}
