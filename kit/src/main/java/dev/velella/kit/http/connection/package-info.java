/** Connections of clients: bodies that are read, answers that are written, and their bounds. */
@NullMarked
package dev.velella.kit.http.connection;

import org.jspecify.annotations.NullMarked;
