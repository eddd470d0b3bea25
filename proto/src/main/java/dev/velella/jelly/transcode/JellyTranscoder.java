package dev.velella.jelly.transcode;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.write.ReferenceFrameWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Joins streams of Jelly-RDF into one stream with lookup tables of its own. Rows keep their bytes but for the numbers of
 * their references, so no term is built, and joining is faster than reading and writing. The streams may take turns, frame by
 * frame.
 *
 * <p>Memory is bounded by the tables of the streams that are open, the tables of the joined stream, and one frame.
 *
 * <p>For example, self-contained graphs become one stream:
 *
 * <pre>{@code
 * JellyTranscoder joined = new JellyTranscoder(JellyOptions.TOPIC, Limits.DEFAULT);
 * TranscodedStream graphs = joined.stream("");
 * for (byte[] frame : frames) {
 *     out.write(graphs.next(frame));
 *     graphs.end();
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class JellyTranscoder {
    private final JellyOptions options;
    private final Limits limits;
    private final ReferenceFrameWriter out;

    /** The stream whose statement was written last. */
    private @Nullable TranscodedStream last;

    /** The stream whose graph is open. */
    private @Nullable TranscodedStream open;

    /**
     * A joined stream without frames.
     *
     * @param options of the joined stream, see {@link #join}
     * @param limits for the frames that are read and written
     * @throws IllegalArgumentException if the table sizes of the options are above the limits
     */
    public JellyTranscoder(JellyOptions options, Limits limits) {
        this.options = options;
        this.limits = limits;
        out = new ReferenceFrameWriter(options, limits);
    }

    /**
     * The options of a stream into which all streams with the given options fit: the largest tables, and all abilities that
     * one of them has. Streams of triples fit into a stream of quads. A name that is not common to all is left out, and of the
     * logical types only remains whether frames have a meaning.
     *
     * @param streams at least one
     * @return empty if streams of {@link PhysicalType#GRAPHS} stand beside others
     */
    public static Optional<JellyOptions> join(List<JellyOptions> streams) {
        JellyOptions joined = streams.get(0);
        for (JellyOptions each : streams.subList(1, streams.size())) {
            PhysicalType type = each.physicalType();
            if (type != joined.physicalType()) {
                if (type == PhysicalType.GRAPHS || joined.physicalType() == PhysicalType.GRAPHS) {
                    return Optional.empty();
                }
                type = PhysicalType.QUADS;
            }
            joined = new JellyOptions(
                    each.streamName().equals(joined.streamName()) ? joined.streamName() : "",
                    type,
                    logicalType(joined.logicalType(), each.logicalType(), type),
                    new TableSizes(
                            Math.max(joined.sizes().names(), each.sizes().names()),
                            Math.max(joined.sizes().prefixes(), each.sizes().prefixes()),
                            Math.max(joined.sizes().datatypes(), each.sizes().datatypes())),
                    joined.generalized() || each.generalized(),
                    joined.rdfStar() || each.rdfStar(),
                    joined.namespaces() || each.namespaces(),
                    Math.max(joined.version(), each.version()));
        }
        return Optional.of(joined);
    }

    private static LogicalType logicalType(LogicalType one, LogicalType other, PhysicalType physical) {
        if (one == other && one.fits(physical)) {
            return one;
        }
        if (one == LogicalType.UNSPECIFIED || other == LogicalType.UNSPECIFIED || one.isFlat() != other.isFlat()) {
            return LogicalType.UNSPECIFIED;
        }
        if (one.isFlat()) {
            return physical == PhysicalType.TRIPLES ? LogicalType.FLAT_TRIPLES : LogicalType.FLAT_QUADS;
        }
        return LogicalType.framed(physical);
    }

    /**
     * Begins a stream that is joined with the others.
     *
     * @param labelPrefix stands before the labels of its blank nodes, so that those of different streams stay apart; empty to
     *     keep the labels
     */
    public TranscodedStream stream(String labelPrefix) {
        return new TranscodedStream(this, out, labelPrefix, limits);
    }

    /** Why a stream with these options cannot be joined; empty if it can. */
    Optional<String> problem(OptionsRow row) {
        JellyOptions each = row.toRdf();
        PhysicalType type = each.physicalType();
        if (type != options.physicalType() && !(type == PhysicalType.TRIPLES && isQuads())) {
            return Optional.of("a stream of " + type + " cannot be joined to a stream of " + options.physicalType());
        }
        if (each.rdfStar() && !options.rdfStar()) {
            return Optional.of("a stream with quoted triples cannot be joined to one without the option RDF-star");
        }
        if (each.generalized() && !options.generalized()) {
            return Optional.of("a stream of generalized statements cannot be joined to one without that option");
        }
        return Optional.empty();
    }

    boolean isQuads() {
        return options.physicalType() == PhysicalType.QUADS;
    }

    boolean hasNamespaces() {
        return options.namespaces();
    }

    @Nullable
    TranscodedStream last() {
        return last;
    }

    void wrote(@Nullable TranscodedStream stream) {
        last = stream;
    }

    /** Only this stream may write: it has a graph open; null if none has. */
    void keepFor(@Nullable TranscodedStream stream) {
        open = stream;
    }

    void checkFree(TranscodedStream next) {
        if (open != null && open != next) {
            throw new IllegalStateException("a graph of another stream is open");
        }
    }
}
