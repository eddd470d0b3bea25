/** What the view app keeps of streams and views between two records. */
@NullMarked
package dev.velella.view.state;

import org.jspecify.annotations.NullMarked;
