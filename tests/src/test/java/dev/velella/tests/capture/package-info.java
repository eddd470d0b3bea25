/** Tests of the capture of changes: repositories with outboxes, source connectors, replicas. */
package dev.velella.tests.capture;
