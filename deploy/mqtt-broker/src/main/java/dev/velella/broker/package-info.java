/** The MQTT broker of the quickstart, as a program of its own. */
@NullMarked
package dev.velella.broker;

import org.jspecify.annotations.NullMarked;
