/** The proof that a store equals its topics: by hashes of chains, or statement by statement; and the repair. */
@NullMarked
package dev.velella.verify;

import org.jspecify.annotations.NullMarked;
