package dev.velella.sink.store;

/**
 * Numbers of statements that a batch really changed. They are smaller than its net effect if the store did not contain
 * statements to remove, or already contained statements to add.
 *
 * @param removed number of statements that were in the store and are not any more
 * @param added number of statements that were not in the store and are now
 */
public record Changes(long removed, long added) {}
