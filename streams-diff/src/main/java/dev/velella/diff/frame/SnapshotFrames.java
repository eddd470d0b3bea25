package dev.velella.diff.frame;

import dev.velella.diff.options.FrameSettings;
import dev.velella.diff.options.SnapshotSettings;
import dev.velella.diff.state.StreamHead;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * Decides when a stream needs a snapshot, and encodes the snapshot as a self-contained Jelly graph. Not thread-safe.
 */
public final class SnapshotFrames {
    private final SnapshotSettings settings;
    private final SelfContainedEncoder encoder;

    public SnapshotFrames(SnapshotSettings settings, FrameSettings frames) {
        this.settings = settings;
        encoder = new SelfContainedEncoder(frames.encoding());
    }

    /**
     * Whether a snapshot must follow the last patch at once, because too many patches are not covered by a snapshot.
     */
    public boolean isDueByNumber(StreamHead head) {
        return settings.enabled() && head.number() - head.snapshotNumber() >= settings.patches();
    }

    /** Whether the stream has patches that have not been covered by a snapshot for too long. */
    public boolean isDueByTime(StreamHead head, long nowMs) {
        return settings.enabled()
                && head.number() > head.snapshotNumber()
                && head.snapshotTime() != StreamHead.NO_TIME
                && nowMs - head.snapshotTime() >= settings.ms();
    }

    /**
     * Encodes the value of a snapshot.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if options or limits cannot carry the graph
     */
    public byte[] encode(List<Statement> statements) {
        return encoder.encode(RdfGraph.of(statements)).value();
    }
}
