/** Reading of messages: quick messages on the task's thread, costly ones on a thread of their own. */
@NullMarked
package dev.velella.source.mqtt.lane;

import org.jspecify.annotations.NullMarked;
