package dev.velella.edge;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.eclipse.rdf4j.model.Statement;

/**
 * Turns the graphs of one device into frames that build on each other ({@link EdgeBasis#KEY_FRAMES}). The caller sends the
 * frames in order, each with its header as user property {@code jelly}. The stream keeps the latest frames, so that it can
 * answer a receiver that misses some of them. Not thread-safe.
 */
public final class EdgeStream {
    private final EdgeSettings settings;
    private final PartitionEncoder encoder;
    private final RetainedFrames retained;

    /** The graph of the last frame, if frames hold changes; else empty. */
    private Set<Statement> last = Set.of();

    /** A new stream, with the system's clock. */
    public EdgeStream(EdgeSettings settings) {
        this(settings, System::nanoTime);
    }

    /** @param nanoTime any steadily growing count of ns */
    EdgeStream(EdgeSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        encoder = new PartitionEncoder(settings.encoder(), nanoTime);
        retained = new RetainedFrames(settings.retainedBytes());
    }

    /**
     * The frame of the next graph.
     *
     * @throws MalformedJellyException if the settings cannot carry the graph; the next frame is then a key frame
     */
    public EncodedFrame next(RdfGraph graph) {
        EncodedFrame frame = settings.form() == EdgeForm.GRAPHS ? encoder.encode(graph) : change(graph);
        retained.add(frame);
        return frame;
    }

    private EncodedFrame change(RdfGraph graph) {
        GraphChange now = GraphChange.of(graph);
        boolean isWhole = encoder.isKeyFrameDue(ElementKind.PATCH);
        EncodedFrame frame = encoder.encode(now.from(isWhole ? Set.of() : last));
        if (frame.header().isKeyFrame() && !isWhole) {
            // The key frame became due between the two steps. A key frame with only a change in it would mean a wrong
            // graph.
            encoder.newStream();
            frame = encoder.encode(now.from(Set.of()));
        }
        last = now.statements();
        return frame;
    }

    /** The frames that a receiver asks for, in order, if they are still kept; empty if none of them is kept. */
    public List<EncodedFrame> answer(EdgeRequest request) {
        return retained.answer(request, settings.answerBytes());
    }
}
