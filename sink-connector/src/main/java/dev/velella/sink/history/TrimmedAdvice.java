package dev.velella.sink.history;

import dev.velella.rdf.ElementKind;
import dev.velella.sink.options.ChainOptions;
import dev.velella.sink.options.SnapshotTopics;
import dev.velella.sink.targets.TargetType;
import java.util.Map;

/**
 * Advice for messages, for the case that retention has removed records on which the first records of a partition build.
 * Immutable.
 */
public final class TrimmedAdvice {
    /** Option of the consumer. The interceptor that does look-backs reads it. */
    private static final String START_AT = "consumer.override.jelly.start.at";

    private static final String KEY_FRAME = "key-frame";

    private static final String START_AT_KEY_FRAME =
            "\"consumer.override.interceptor.classes\": \"dev.velella.converter.JellyLookBack\" and \"" + START_AT
                    + "\": \"" + KEY_FRAME + "\"";

    private final String topic;
    private final boolean hasSnapshots;

    /** @param topic topic of the records */
    public TrimmedAdvice(String topic, SnapshotTopics snapshots) {
        this.topic = topic;
        this.hasSnapshots = snapshots.hasSnapshots(topic);
    }

    /** Advice for a record that cannot be decoded because its key frame is gone. */
    String keyFrame(ElementKind kind) {
        return kind == ElementKind.PATCH
                ? patches()
                : "To begin at the next key frame, which leaves out the graphs before it and names them in the log, give the"
                        + " connector " + START_AT_KEY_FRAME;
    }

    /** Advice for a store of graphs, which no snapshots can rebuild. */
    static String graphs(TargetType target) {
        return "Graphs have no snapshots. For a store of what is left, from the next key frame on, create a connector of"
                + " another name with another, empty store ("
                + target.placeOption() + ") and "
                + START_AT_KEY_FRAME + ". The log names what it leaves out";
    }

    /** Whether the options tell the connector to leave out records that cannot be decoded. */
    static boolean startsAtKeyFrame(Map<String, ?> properties) {
        Object told = properties.get(START_AT);
        return told != null && KEY_FRAME.equalsIgnoreCase(told.toString().strip());
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
