/** The page and the command status, on a whole pipeline with real parts. */
package dev.velella.tests.page;
