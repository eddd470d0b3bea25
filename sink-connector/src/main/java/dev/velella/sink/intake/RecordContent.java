package dev.velella.sink.intake;

import dev.velella.converter.UndecodedFrame;
import dev.velella.rdf.StreamElement;

/** What the value of a record is. */
public sealed interface RecordContent {
    /** A graph or a patch. */
    record Element(StreamElement element) implements RecordContent {}

    /** Null. */
    record Nothing() implements RecordContent {}

    /** A frame whose codec state is missing. */
    record Undecoded(UndecodedFrame frame) implements RecordContent {}
}
