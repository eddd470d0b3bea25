package dev.velella.diff;

import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.jelly.PhysicalType;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/** Says when a stream needs a snapshot, and encodes it: a self-contained Jelly graph. Not thread-safe. */
final class SnapshotFrames {
    private final SnapshotSettings settings;
    private final JellyGraphEncoder encoder;

    SnapshotFrames(SnapshotSettings settings, FrameSettings frames) {
        this.settings = settings;
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, frames.tables(), frames.rdfStar(), 2);
        encoder = new JellyGraphEncoder(options, frames.order(), frames.limits());
    }

    /** Whether so many patches are covered by no snapshot that one has to follow the last patch at once. */
    boolean isDueByNumber(StreamHead head) {
        return settings.enabled() && head.number() - head.snapshotNumber() >= settings.patches();
    }

    /** Whether there are patches that were covered by no snapshot for too long. */
    boolean isDueByTime(StreamHead head, long nowMs) {
        return settings.enabled()
                && head.number() > head.snapshotNumber()
                && head.snapshotTime() != StreamHead.NO_TIME
                && nowMs - head.snapshotTime() >= settings.ms();
    }

    /**
     * The value of a snapshot.
     *
     * @throws MalformedJellyException if options or limits cannot carry the graph
     */
    byte[] encode(List<Statement> statements) {
        return encoder.encode(RdfGraph.of(statements));
    }
}
