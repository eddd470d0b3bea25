package dev.velella.jelly.format;

import dev.velella.rdf.ElementKind;

/** The options in the options row of a Jelly stream, for both kinds of frames. Immutable. */
public sealed interface StreamOptions permits JellyOptions, JellyPatchOptions {
    /** The kind of elements in the frames. */
    ElementKind kind();

    /** Sizes of the lookup tables. */
    TableSizes sizes();

    /** Whether the stream declares generalized statements. */
    boolean generalized();

    /** Whether quoted triples may occur. */
    boolean rdfStar();

    /** The version tag. */
    int version();
}
