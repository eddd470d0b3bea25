/** The outbox in configurations of repositories. */
@NullMarked
package dev.velella.outbox.config;

import org.jspecify.annotations.NullMarked;
