/** Limits for one document from an untrusted sender, and what is left of them while it is read. */
@NullMarked
package dev.velella.document.budget;

import org.jspecify.annotations.NullMarked;
