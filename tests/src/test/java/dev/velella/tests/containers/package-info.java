/** Tests whose broker or SPARQL server runs in a container, against workers and applications on the host, or where all of it does. */
@org.jspecify.annotations.NullMarked
package dev.velella.tests.containers;
