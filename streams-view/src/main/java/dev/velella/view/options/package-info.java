/** The options of the view app. */
@NullMarked
package dev.velella.view.options;

import org.jspecify.annotations.NullMarked;
