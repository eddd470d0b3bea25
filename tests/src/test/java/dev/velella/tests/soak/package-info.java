/** The whole pipeline for a long time, while faults that a seed draws happen to its parts one after the other. */
package dev.velella.tests.soak;
