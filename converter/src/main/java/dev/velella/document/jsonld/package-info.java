/** JSON-LD, read within a budget. */
@NullMarked
package dev.velella.document.jsonld;

import org.jspecify.annotations.NullMarked;
