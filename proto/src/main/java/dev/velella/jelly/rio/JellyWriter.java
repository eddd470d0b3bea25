package dev.velella.jelly.rio;

import dev.velella.jelly.JellyStreamWriter;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RioSetting;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes Jelly-RDF for Rio, with {@link JellyWriterSettings}. By default it writes a delimited, flat stream of quads.
 * Statements without a context are in the default graph.
 *
 * <p>A frame is written when it is full. {@link #endRDF} writes the last frame and flushes the output, but does not
 * close it. Comments are left out. The output should be buffered. Data that the settings cannot carry causes an
 * {@link RDFHandlerException}; the output up to then is not a complete document. Not thread-safe.
 */
public final class JellyWriter extends AbstractRDFWriter {
    private static final List<RioSetting<?>> SETTINGS = List.of(
            JellyWriterSettings.PHYSICAL_TYPE,
            JellyWriterSettings.LOGICAL_TYPE,
            JellyWriterSettings.FORM,
            JellyWriterSettings.NAME_TABLE_SIZE,
            JellyWriterSettings.PREFIX_TABLE_SIZE,
            JellyWriterSettings.DATATYPE_TABLE_SIZE,
            JellyWriterSettings.FRAME_ROWS,
            JellyWriterSettings.NAMESPACES,
            JellyWriterSettings.RDF_STAR,
            JellyWriterSettings.STREAM_NAME);

    private final OutputStream out;
    private List<Statement> statements = new ArrayList<>();
    private Map<String, String> namespaces = new HashMap<>();
    private int frameRows;
    private boolean begun;
    private @Nullable JellyStreamWriter frames;

    /** A writer to a stream. The caller closes the stream. */
    public JellyWriter(OutputStream out) {
        this.out = out;
    }

    @Override
    public RDFFormat getRDFFormat() {
        return JellyFormat.JELLY;
    }

    @Override
    public Collection<RioSetting<?>> getSupportedSettings() {
        Collection<RioSetting<?>> all = new ArrayList<>(super.getSupportedSettings());
        all.addAll(SETTINGS);
        return all;
    }

    @Override
    public void startRDF() {
        super.startRDF();
        try {
            JellyOptions options = options();
            StreamForm form = setting(JellyWriterSettings.FORM);
            frameRows = setting(JellyWriterSettings.FRAME_ROWS);
            if (frameRows < 1) {
                throw new IllegalArgumentException("a frame must hold at least 1 statement, not " + frameRows);
            }
            if (form == StreamForm.BARE || !options.logicalType().isFlat()) {
                frameRows = Integer.MAX_VALUE;
            }
            frames = new JellyStreamWriter(out, options, form, Limits.DEFAULT);
        } catch (IllegalArgumentException e) {
            throw new RDFHandlerException("Jelly cannot be written with these settings: " + e.getMessage(), e);
        }
    }

    private JellyOptions options() {
        PhysicalType physical = setting(JellyWriterSettings.PHYSICAL_TYPE);
        LogicalType logical = setting(JellyWriterSettings.LOGICAL_TYPE);
        if (logical == LogicalType.UNSPECIFIED) {
            logical = physical == PhysicalType.TRIPLES ? LogicalType.FLAT_TRIPLES : LogicalType.FLAT_QUADS;
        }
        boolean withNamespaces = setting(JellyWriterSettings.NAMESPACES);
        return new JellyOptions(
                setting(JellyWriterSettings.STREAM_NAME),
                physical,
                logical,
                new TableSizes(
                        setting(JellyWriterSettings.NAME_TABLE_SIZE),
                        setting(JellyWriterSettings.PREFIX_TABLE_SIZE),
                        setting(JellyWriterSettings.DATATYPE_TABLE_SIZE)),
                false,
                setting(JellyWriterSettings.RDF_STAR),
                withNamespaces,
                withNamespaces ? 2 : 1);
    }

    private <T> T setting(RioSetting<T> setting) {
        return getWriterConfig().get(setting);
    }

    @Override
    public void handleNamespace(String prefix, String name) {
        checkWritingStarted();
        namespaces.put(prefix, name);
    }

    @Override
    protected void consumeStatement(Statement statement) {
        statements.add(statement);
        if (statements.size() >= frameRows) {
            writeFrame();
        }
    }

    /** Does nothing, because Jelly has no comments. */
    @Override
    public void handleComment(String comment) {
        checkWritingStarted();
    }

    @Override
    public void endRDF() {
        checkWritingStarted();
        if (!statements.isEmpty() || !namespaces.isEmpty() || !begun) {
            writeFrame();
        }
        try {
            out.flush();
        } catch (IOException e) {
            throw new RDFHandlerException(e);
        }
    }

    /** Writes a frame with the collected statements, or an empty frame. */
    private void writeFrame() {
        if (frames == null) {
            throw new IllegalStateException("startRDF was not called");
        }
        try {
            frames.write(new RdfGraph(statements, namespaces));
        } catch (MalformedJellyException e) {
            throw new RDFHandlerException("cannot be written as Jelly: " + e.reason(), e);
        } catch (IOException e) {
            throw new RDFHandlerException(e);
        }
        begun = true;
        statements = new ArrayList<>();
        namespaces = new HashMap<>();
    }
}
