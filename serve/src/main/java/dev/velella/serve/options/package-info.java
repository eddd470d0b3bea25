/** The options of the service. */
@NullMarked
package dev.velella.serve.options;

import org.jspecify.annotations.NullMarked;
