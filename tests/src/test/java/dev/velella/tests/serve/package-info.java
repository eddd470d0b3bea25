/** The service of the latest graphs, on a real broker, with the patches of the real diff app. */
package dev.velella.tests.serve;
