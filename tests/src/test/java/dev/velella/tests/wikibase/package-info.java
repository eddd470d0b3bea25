/** Changes of a made-up Wikibase on their way from events to a store. */
@NullMarked
package dev.velella.tests.wikibase;

import org.jspecify.annotations.NullMarked;
