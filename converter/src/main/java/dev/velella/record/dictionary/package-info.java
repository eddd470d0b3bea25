/** The topic of dictionaries: writing them durably, and finding them by name. */
@NullMarked
package dev.velella.record.dictionary;

import org.jspecify.annotations.NullMarked;
