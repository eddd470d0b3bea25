/** What a record of any kind becomes: JSON and Connect's values through a template, JSON-LD, SenML, and documents of RDF. */
@NullMarked
package dev.velella.lift;

import org.jspecify.annotations.NullMarked;
