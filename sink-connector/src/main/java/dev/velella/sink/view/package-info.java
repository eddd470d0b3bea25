/** Views of a whole store at one moment, closed or in use, to compare it with its topics. */
@NullMarked
package dev.velella.sink.view;

import org.jspecify.annotations.NullMarked;
