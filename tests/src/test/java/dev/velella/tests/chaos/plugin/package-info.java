/**
 * A source and a sink connector in a plugin directory of their own, apart from the converter's. They use nothing of
 * Velella: what they have to know of it (the published schemas, the stamp) they write and read by hand, as connectors of
 * others would.
 */
package dev.velella.tests.chaos.plugin;
