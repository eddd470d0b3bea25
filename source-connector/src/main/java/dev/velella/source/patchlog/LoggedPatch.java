package dev.velella.source.patchlog;

import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.LogHeaders;

/**
 * A patch of a log.
 *
 * @param version its place in the log, from 1
 * @param headers its id, and the id of the patch before it
 * @param patch all its rows
 */
record LoggedPatch(long version, LogHeaders headers, RdfPatch patch) {}
