/** Target lmdb. */
@NullMarked
package dev.velella.sink.targets.lmdb;

import org.jspecify.annotations.NullMarked;
