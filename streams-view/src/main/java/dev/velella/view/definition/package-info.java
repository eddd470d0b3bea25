/** Definitions of views, and the reasons for which a definition is refused. */
@NullMarked
package dev.velella.view.definition;

import org.jspecify.annotations.NullMarked;
