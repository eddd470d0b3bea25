/**
 * HTTP servers as a source: type and options, requests and their answers, the place where a stream is resumed, and the task
 * with its records.
 */
@NullMarked
package dev.velella.source.http;

import org.jspecify.annotations.NullMarked;
