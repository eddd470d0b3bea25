/** Changes of the entities of a Wikibase as a source: server-sent events, their chunks, and the records of changes. */
@NullMarked
package dev.velella.source.wikibase;

import org.jspecify.annotations.NullMarked;
