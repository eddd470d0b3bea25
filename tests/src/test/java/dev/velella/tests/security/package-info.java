/** Principals with no more rights than they need, and secrets that nobody shows. */
package dev.velella.tests.security;
