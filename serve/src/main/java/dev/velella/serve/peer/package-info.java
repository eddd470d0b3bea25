/** The other instances of the service: who has which partition. */
@NullMarked
package dev.velella.serve.peer;

import org.jspecify.annotations.NullMarked;
