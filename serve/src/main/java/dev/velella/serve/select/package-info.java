/** Which graphs an answer has, and where they come from: this instance, or others. */
@NullMarked
package dev.velella.serve.select;

import org.jspecify.annotations.NullMarked;
