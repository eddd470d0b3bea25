/** Views that are SPARQL queries. */
@NullMarked
package dev.velella.view.sparql;

import org.jspecify.annotations.NullMarked;
