/** RDF Patch logs of patch log servers as a source: requests, the chain of patches, offsets. */
@NullMarked
package dev.velella.source.patchlog;

import org.jspecify.annotations.NullMarked;
