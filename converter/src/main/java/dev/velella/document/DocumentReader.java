package dev.velella.document;

import dev.velella.jelly.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.MalformedPatchException;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.TextLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;

/**
 * Reads one document as one graph or one patch, within the {@link Limits} of frames: a document is at most as large as a
 * frame, a graph has at most as many statements as a frame has rows, and all terms together have at most four times as
 * many characters as a frame has bytes. Relative IRIs are refused. Stateless and thread-safe.
 */
public final class DocumentReader {
    private final Limits limits;
    private final Set<String> contexts;

    /** Loads nothing outside of documents. */
    public DocumentReader(Limits limits) {
        this(limits, Set.of());
    }

    /** @param contexts addresses of JSON-LD contexts that are loaded where a document names them; nothing else is */
    public DocumentReader(Limits limits, Set<String> contexts) {
        this.limits = limits;
        this.contexts = Set.copyOf(contexts);
    }

    /**
     * The graph of a document; an empty document is an empty graph.
     *
     * @throws MalformedDocumentException if the document is malformed or above a limit
     * @throws IllegalArgumentException if the format is one of patches
     */
    public RdfGraph readGraph(DocumentFormat format, byte[] document) {
        checkSize(document);
        GraphInMemory graph = new GraphInMemory(limits.maxRows());
        try {
            new RdfTextReader(format, null, 4L * limits.maxFrameBytes(), contexts)
                    .read(new ByteArrayInputStream(document), graph);
        } catch (CharacterCodingException e) {
            throw new MalformedDocumentException(0, 0, "not UTF-8", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RdfGraph(graph.statements, graph.namespaces);
    }

    /**
     * The patch of a document of RDF Patch text; an empty document is an empty patch.
     *
     * @throws MalformedDocumentException if the document is malformed, above a limit, or holds more than one patch
     */
    public RdfPatch readPatch(byte[] document) {
        checkSize(document);
        int most = limits.maxFrameBytes();
        TextLimits text = new TextLimits(Math.min(most, limits.maxStringBytes()), most, limits.maxNesting(), most);
        try (InputStream in = new ByteArrayInputStream(document)) {
            RdfPatchTextReader reader = new RdfPatchTextReader(in, new VerifiedTerms(), text);
            RdfPatch patch = reader.next();
            if (patch == null) {
                return new RdfPatch(List.of());
            }
            if (patch.operations().size() > limits.maxRows()) {
                throw tooMany("rows");
            }
            if (reader.next() != null) {
                throw new MalformedDocumentException(0, 0, "more than one patch; a record is one patch", null);
            }
            return patch;
        } catch (MalformedPatchException e) {
            throw new MalformedDocumentException(e.line(), e.column(), e.reason(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkSize(byte[] document) {
        if (document.length > limits.maxFrameBytes()) {
            throw new MalformedDocumentException(
                    0,
                    0,
                    document.length + " bytes, more than the limit of " + limits.maxFrameBytes() + " bytes",
                    null);
        }
    }

    private MalformedDocumentException tooMany(String what) {
        return new MalformedDocumentException(0, 0, "more than the limit of " + limits.maxRows() + " " + what, null);
    }

    private final class GraphInMemory extends AbstractRDFHandler {
        private final int most;
        private final List<Statement> statements = new ArrayList<>();
        private final Map<String, String> namespaces = new HashMap<>();

        GraphInMemory(int most) {
            this.most = most;
        }

        @Override
        public void handleNamespace(String prefix, String iri) {
            namespaces.put(prefix, iri);
        }

        @Override
        public void handleStatement(Statement statement) {
            if (statements.size() == most) {
                throw tooMany("statements");
            }
            statements.add(statement);
        }
    }
}
