package dev.velella.sink.store;

/**
 * What a batch really changed in the data: less than its net effect where the store did not hold what was to be removed,
 * or held what was to be added.
 *
 * @param removed statements that were there and are not any more
 * @param added statements that were not there and are now
 */
public record Changes(long removed, long added) {}
