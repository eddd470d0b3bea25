/** The versions of statements: trees of pages that answer for every commit, and queries as of a commit. */
@NullMarked
package dev.velella.sink.versions;

import org.jspecify.annotations.NullMarked;
