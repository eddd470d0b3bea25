/** Limits for one document from an untrusted sender, and the rest of the limits while the document is read. */
@NullMarked
package dev.velella.document.budget;

import org.jspecify.annotations.NullMarked;
