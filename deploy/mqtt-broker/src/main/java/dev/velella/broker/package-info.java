/** The MQTT broker of the quickstart, a program by itself. */
@NullMarked
package dev.velella.broker;

import org.jspecify.annotations.NullMarked;
