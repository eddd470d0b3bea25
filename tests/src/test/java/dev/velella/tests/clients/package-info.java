/** Clients outside Java: the package for Python, and what Kafka's clients of other languages show of our topics. */
package dev.velella.tests.clients;
