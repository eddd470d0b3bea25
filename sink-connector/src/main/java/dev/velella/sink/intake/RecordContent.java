package dev.velella.sink.intake;

import dev.velella.converter.UndecodedFrame;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;

/** What the value of a record is. */
public sealed interface RecordContent {
    /** A patch. */
    record Patch(RdfPatch patch) implements RecordContent {}

    /** A graph. */
    record Graph(RdfGraph graph) implements RecordContent {}

    /** Null. */
    record Nothing() implements RecordContent {}

    /** A frame whose codec state is missing. */
    record Undecoded(UndecodedFrame frame) implements RecordContent {}
}
