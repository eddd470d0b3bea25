/** What versions before this one have stored is read by it. */
package dev.velella.tests.compatibility;
