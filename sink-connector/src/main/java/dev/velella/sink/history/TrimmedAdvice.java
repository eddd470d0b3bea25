package dev.velella.sink.history;

import dev.velella.rdf.ElementKind;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.targets.TargetType;

/**
 * Advice for messages, for the case that retention has removed records on which the first records of a partition build.
 * Immutable.
 */
public final class TrimmedAdvice {
    private static final String PUT_ASIDE =
            "\"errors.tolerance\": \"all\", with a dead letter queue: it puts aside the graphs that cannot be decoded, and goes on at the next"
                    + " key frame";

    private final String topic;
    private final boolean hasSnapshots;

    /** @param topic topic of the records */
    public TrimmedAdvice(String topic, SnapshotTopics snapshots) {
        this.topic = topic;
        this.hasSnapshots = snapshots.hasSnapshots(topic);
    }

    /** Advice for a record that cannot be decoded because its key frame is gone. */
    public String keyFrame(ElementKind kind) {
        return kind == ElementKind.PATCH ? patches() : "Give the connector " + PUT_ASIDE;
    }

    /** Advice for a store of graphs, which no snapshots can rebuild. */
    static String graphs(TargetType target) {
        return "Graphs have no snapshots. For a store of what is left, create a connector of another name with another,"
                + " empty store (" + target.placeOption() + ") and " + PUT_ASIDE;
    }

    /** Advice for a stream whose first patches are gone. */
    public String patches() {
        String resync = "\"" + ChainOptions.ON_CHAIN_BREAK.name() + "\": \"resync\"";
        if (hasSnapshots) {
            return "The stream has no snapshot that covers them yet: give the connector " + resync
                    + ", and the stream goes on from its next snapshot (velella.snapshot.interval.ms of the diff app)";
        }
        String snapshots = topic + "-snapshots";
        return "A store can go on from snapshots. Let the diff app write them: velella.snapshot.topic=" + snapshots
                + " in its properties, and start it again. Then give the connector \"topics\": \"" + topic + ","
                + snapshots + "\", \"" + ChainOptions.SNAPSHOT_TOPICS.name() + "\": \"" + snapshots + ":" + topic
                + "\", " + resync
                + ". A stream is in the store when its first snapshot is there (velella.snapshot.interval.ms of the diff"
                + " app, a day unless set)";
    }
}
