/** HTTP servers as a source: source type and options, requests and answers, offsets, and the task with its records. */
@NullMarked
package dev.velella.source.http;

import org.jspecify.annotations.NullMarked;
