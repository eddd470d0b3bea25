/** Metrics of a running pipeline in Prometheus, the alerts on them, and the dashboard. */
@NullMarked
package dev.velella.tests.monitoring;

import org.jspecify.annotations.NullMarked;
