/** What connectors know of the Kafka cluster, by options of their own: Connect gives them no access to it. */
@NullMarked
package dev.velella.cluster;

import org.jspecify.annotations.NullMarked;
