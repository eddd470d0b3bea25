/** Documents in the text formats of RDF, read from untrusted bytes into graphs and patches. Knows nothing of Kafka. */
@NullMarked
package dev.velella.document;

import org.jspecify.annotations.NullMarked;
