/** The contents of answers: graphs and patches in their formats, written a piece at a time. */
@NullMarked
package dev.velella.serve.answer;

import org.jspecify.annotations.NullMarked;
