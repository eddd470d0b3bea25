/** RDF Patch logs into topics, and topics as RDF Patch logs, on real brokers and workers. */
package dev.velella.tests.patchlog;
