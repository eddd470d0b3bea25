package dev.velella.convert;

import dev.velella.document.format.UnwritableException;
import dev.velella.document.write.GraphTarget;
import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Writes Jelly-RDF. These rules give the frames of the output:
 *
 * <ul>
 *   <li>The frames of the input are kept, with their metadata.
 *   <li>If the user gives a number of rows, the rows of a flat stream are divided into frames of that number.
 *   <li>For a bare output, the frames of a flat stream are joined.
 *   <li>In a stream that is not flat, frames are elements, so they are neither divided nor joined.
 *   <li>Each message of a log is a frame, and the stream is not flat.
 *   <li>Another input without frames is divided into frames of the number of rows in a flat stream. In any other stream it
 *       is one frame.
 * </ul>
 */
final class JellyTarget implements GraphTarget {
    private static final int DEFAULT_ROWS = 256;

    private final OutputStream out;
    private final DataFormat from;
    private final JellySettings settings;
    private @Nullable JellyOptions ofInput;
    private @Nullable JellyStreamWriter writer;
    private int rows = DEFAULT_ROWS;
    private boolean flat;
    private boolean ofMessages;
    private boolean begun;
    private List<Statement> statements = new ArrayList<>();
    private Map<String, String> namespaces = new HashMap<>();

    JellyTarget(OutputStream out, DataFormat from, JellySettings settings) {
        this.out = out;
        this.from = from;
        this.settings = settings;
    }

    @Override
    public void options(JellyOptions options) {
        ofInput = options;
    }

    @Override
    public void messages() {
        if (writer != null) {
            throw JoinedMessages.late();
        }
        ofMessages = true;
        if (settings.rowsPerFrame() != null) {
            throw noNewFrames();
        }
    }

    @Override
    public void endMessage() throws IOException {
        writer();
        if (begun && settings.form() == StreamForm.BARE) {
            throw oneFrame();
        }
        writeCollected();
    }

    @Override
    public void namespace(String prefix, String iri) {
        namespaces.put(prefix, iri);
    }

    @Override
    public void statement(Statement statement) throws IOException {
        writer();
        statements.add(statement);
        if (statements.size() >= rows) {
            writeCollected();
        }
    }

    @Override
    public void frame(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        writer();
        if (settings.rowsPerFrame() == null && settings.form() != StreamForm.BARE) {
            write(graph, metadata);
        } else if (flat) {
            GraphTarget.super.frame(graph, metadata);
        } else if (settings.rowsPerFrame() != null) {
            throw noNewFrames();
        } else if (begun) {
            throw oneFrame();
        } else {
            write(graph, metadata);
        }
    }

    private static UnwritableException noNewFrames() {
        return new UnwritableException("frames are elements of a stream here, so --rows-per-frame cannot cut them"
                + " anew; give --logical-type flat-triples or flat-quads to make the stream flat");
    }

    private static UnwritableException oneFrame() {
        return new UnwritableException("a bare output holds one frame, and frames that are elements of a stream"
                + " cannot be joined; leave out --no-delimited");
    }

    @Override
    public void end() throws IOException {
        JellyStreamWriter open = writer();
        if (ofMessages && !begun) {
            throw new UnwritableException("a log without a message, and a file of Jelly has at least one frame");
        } else if (!ofMessages && (!statements.isEmpty() || !namespaces.isEmpty() || !begun)) {
            writeCollected();
        }
        open.flush();
    }

    private void writeCollected() throws IOException {
        write(new RdfGraph(statements, namespaces), Map.of());
        statements = new ArrayList<>();
        namespaces = new HashMap<>();
    }

    private void write(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
        try {
            writer().write(graph, metadata);
        } catch (MalformedJellyException e) {
            throw new UnwritableException(e.reason(), e);
        }
        begun = true;
    }

    private JellyStreamWriter writer() {
        if (writer == null) {
            try {
                JellyOptions options = resolve();
                flat = !options.logicalType().isFramed();
                if (settings.form() == StreamForm.BARE || !flat) {
                    rows = Integer.MAX_VALUE;
                } else if (settings.rowsPerFrame() != null) {
                    rows = settings.rowsPerFrame();
                }
                writer = new JellyStreamWriter(out, options, settings.form(), Limits.DEFAULT);
            } catch (IllegalArgumentException e) {
                throw new UnwritableException(String.valueOf(e.getMessage()), e);
            }
        }
        return writer;
    }

    private JellyOptions resolve() {
        JellyOptions input = ofInput;
        PhysicalType physical = physicalType(input);
        boolean withNamespaces = settings.namespaces() != null
                ? settings.namespaces()
                : input != null ? input.namespaces() : from.hasNamespaces() && from != DataFormat.JELLY;
        boolean star = settings.rdfStar() != null ? settings.rdfStar() : input != null && input.rdfStar();
        int version = settings.namespaces() == null && input != null ? input.version() : withNamespaces ? 2 : 1;
        return new JellyOptions(
                settings.streamName() != null ? settings.streamName() : input != null ? input.streamName() : "",
                physical,
                logicalType(input, physical),
                settings.sizes(input == null ? null : input.sizes()),
                input != null && input.generalized(),
                star,
                withNamespaces,
                version);
    }

    private PhysicalType physicalType(@Nullable JellyOptions input) {
        if (settings.physicalType() != null) {
            return settings.physicalType();
        }
        if (input != null) {
            return input.physicalType();
        }
        return from.hasNamedGraphs() ? PhysicalType.QUADS : PhysicalType.TRIPLES;
    }

    private LogicalType logicalType(@Nullable JellyOptions input, PhysicalType physical) {
        if (settings.logicalType() != null) {
            return settings.logicalType();
        }
        if (input != null && input.logicalType().fits(physical)) {
            return input.logicalType();
        }
        if (ofMessages || (input != null && !input.logicalType().isFlat())) {
            return LogicalType.framed(physical);
        }
        return physical == PhysicalType.TRIPLES ? LogicalType.FLAT_TRIPLES : LogicalType.FLAT_QUADS;
    }
}
