package dev.velella.source.rdf4j;

import dev.velella.capture.CommittedPart;
import dev.velella.capture.OutboxPosition;
import dev.velella.capture.SnapshotPart;
import java.util.List;

/**
 * An answer of an outbox.
 *
 * @param position of the repository
 * @param forgotten number of the last commit that the outbox no longer has
 * @param bytes of the commits in the outbox
 * @param commits parts of commits, in their order
 * @param chunk parts of a snapshot at the position, in their order
 */
record OutboxAnswer(
        OutboxPosition position, long forgotten, long bytes, List<CommittedPart> commits, List<SnapshotPart> chunk) {}
