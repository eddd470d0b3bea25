/** Output of records and statistics of a topic, as text and as JSON. */
@NullMarked
package dev.velella.topic.show;

import org.jspecify.annotations.NullMarked;
