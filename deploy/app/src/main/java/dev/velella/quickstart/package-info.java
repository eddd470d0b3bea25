/** The whole pipeline in one process: broker, Connect worker, diff app, and the meters and checks around them. */
@NullMarked
package dev.velella.quickstart;

import org.jspecify.annotations.NullMarked;
