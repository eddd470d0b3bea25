/** Answers of views, and how the rows of an answer have changed. */
@NullMarked
package dev.velella.view.answer;

import org.jspecify.annotations.NullMarked;
