package dev.velella.jelly.format;

import dev.velella.rdf.ElementKind;

/** What a Jelly stream promises in its options row, whatever its frames hold. Immutable. */
public sealed interface StreamOptions permits JellyOptions, JellyPatchOptions {
    /** What the frames hold. */
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
