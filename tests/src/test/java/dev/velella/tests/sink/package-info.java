/** The sink connector under crashes and lost history. */
package dev.velella.tests.sink;
