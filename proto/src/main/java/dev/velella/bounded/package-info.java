/**
 * Maps of limited size. All parts use them to remember data of streams, because others choose the streams, and there
 * may be any number of them.
 */
@NullMarked
package dev.velella.bounded;

import org.jspecify.annotations.NullMarked;
