/**
 * The key-frame protocol under chaos: a real broker, real workers that are killed, sources that abort and lose records,
 * readers that are rewound and rebalanced; and an oracle that knows from each record's key what it has to hold.
 */
package dev.velella.tests.chaos;
