/** Records of a topic that are written once more. */
@NullMarked
package dev.velella.topic.copy;

import org.jspecify.annotations.NullMarked;
