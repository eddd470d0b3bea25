/** Connectors' access to the Kafka cluster. It needs options of its own, because Connect gives connectors no access. */
@NullMarked
package dev.velella.kit.cluster;

import org.jspecify.annotations.NullMarked;
