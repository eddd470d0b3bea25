/**
 * Dictionaries: frames that never change and are named by their bytes, and the records that build on them.
 *
 * <p>Knows the codec and nothing of Kafka.
 */
@NullMarked
package dev.velella.dictionary;

import org.jspecify.annotations.NullMarked;
