package dev.velella.sink.intake;

import dev.velella.converter.UndecodedFrame;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.letter.RefusalReason;
import dev.velella.record.LookBackOutcome;
import dev.velella.record.LookBackResult;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.history.TrimmedAdvice;
import dev.velella.sink.options.RdfSinkConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** Says what follows when the codec state of a frame could not be restored. Immutable. */
final class MissingState {
    private final RdfSinkConfig config;

    MissingState(RdfSinkConfig config) {
        this.config = config;
    }

    /**
     * The exception for a record.
     *
     * @param found result of the look-back; null if the task has no access to the cluster
     */
    RuntimeException of(InputRecord record, UndecodedFrame frame, @Nullable LookBackResult found) {
        if (found == null) {
            return new ConnectException(record.place() + ": " + frame.message() + "; set "
                    + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG
                    + ", so that the sink can read the records before it once more");
        } else if (found.outcome() == LookBackOutcome.FAILED || found.outcome() == LookBackOutcome.RATE_LIMITED) {
            return new AwaitedBaseException(
                    record.place() + ": the records before it, which it continues, could not be read: "
                            + found.message(),
                    null);
        }
        return new PatchRefusedException(
                RefusalReason.MISSING_STATE,
                frame.message() + "; " + found.message() + ". " + advice(record, frame, found));
    }

    /** The exception for a record that stands in the topic twice, and has no number that tells whether it was applied. */
    PatchRefusedException ofRepeat(UndecodedFrame frame) {
        return new PatchRefusedException(
                RefusalReason.MISSING_STATE,
                frame.message() + "; it stands in the partition once more, before this place: a producer without"
                        + " enable.idempotence=true has sent it twice, or somebody else has. Nothing of the copy was"
                        + " applied; build a new store (" + config.anotherStore() + ") from a topic without it");
    }

    private String advice(InputRecord record, UndecodedFrame frame, LookBackResult found) {
        if (found.isTrimmed()) {
            return new TrimmedAdvice(record.partition().topic(), config.snapshotTopics()).keyFrame(frame.kind())
                    + ". Keep the records of the topic for longer (retention.ms)";
        }
        return found.outcome() == LookBackOutcome.OUT_OF_REACH
                ? "Raise lookback.max.records or lookback.max.bytes of the connector"
                : "Let the writer write its data anew to another topic, and build a new store (" + config.anotherStore()
                        + ") from that";
    }
}
