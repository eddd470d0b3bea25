/** The patches of a stream as an RDF Patch log: versions, ids, and the description of a log. */
@NullMarked
package dev.velella.serve.patchlog;

import org.jspecify.annotations.NullMarked;
