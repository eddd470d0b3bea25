/**
 * Documents and Jelly streams of HTTP servers: requests, what their answers mean, where a stream is resumed, and the options
 * of all this. Knows nothing of Kafka records.
 */
@NullMarked
package dev.velella.source.http;

import org.jspecify.annotations.NullMarked;
