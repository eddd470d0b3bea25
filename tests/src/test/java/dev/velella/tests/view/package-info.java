/** The view app on real brokers, in processes of its own that are killed. */
package dev.velella.tests.view;
