/** Keys and certificates that sources use. */
@NullMarked
package dev.velella.source.tls;

import org.jspecify.annotations.NullMarked;
