package dev.velella.document;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.DocumentLimitException.Limit;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.rdfpatch.MalformedPatchException;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.TextLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/**
 * Reads one document as one graph or one patch, within {@link ReadingLimits}. These limits follow from the
 * {@link Limits} of frames:
 *
 * <ul>
 * <li>a document is at most as large as a frame;
 * <li>a graph has at most as many statements as a frame has rows;
 * <li>all terms of a document together have at most four characters for each byte of the largest frame.
 * </ul>
 *
 * <p>{@link Limits#DEFAULT} is an exception. In its place the reader uses {@link ReadingLimits#DEFAULT_BYTES} and
 * {@link ReadingLimits#DEFAULT_STATEMENTS}.
 *
 * <p>Relative IRIs are refused unless there is a base. Stateless and thread-safe.
 */
public final class DocumentReader {
    private final Limits limits;
    private final ReadingLimits reading;
    private final Set<String> contexts;

    /** A reader that loads nothing from outside of the documents. */
    public DocumentReader(Limits limits) {
        this(limits, Set.of());
    }

    /**
     * A reader that may also load contexts of JSON-LD.
     *
     * @param contexts addresses of JSON-LD contexts, which are loaded if a document names them; nothing else is loaded
     */
    public DocumentReader(Limits limits, Set<String> contexts) {
        this(limits, reading(limits), contexts);
    }

    /**
     * A document takes more memory than a frame with as many rows. Therefore the default limit of documents is lower.
     */
    private static ReadingLimits reading(Limits limits) {
        Limits d = Limits.DEFAULT;
        int bytes = limits.maxFrameBytes();
        int rows = limits.maxRows();
        return ReadingLimits.ofElement(
                bytes == d.maxFrameBytes() ? ReadingLimits.DEFAULT_BYTES : bytes,
                rows == d.maxRows() ? ReadingLimits.DEFAULT_STATEMENTS : rows);
    }

    /**
     * A reader with limits of its own.
     *
     * @param limits longest string, and deepest quoted triple of a patch
     * @param reading all other limits
     * @param contexts addresses of JSON-LD contexts, which are loaded if a document names them; nothing else is loaded
     */
    public DocumentReader(Limits limits, ReadingLimits reading, Set<String> contexts) {
        this.limits = limits;
        this.reading = reading;
        this.contexts = Set.copyOf(contexts);
    }

    /**
     * The element of the value of a record. A value of 0 bytes says nothing, and is no empty graph: as one it would delete
     * what was there.
     *
     * @throws MalformedDocumentException if a graph has no bytes, the document is malformed, above a limit ({@link DocumentLimitException}),
     *     or holds more than one patch
     */
    public StreamElement read(DocumentFormat format, byte[] document) {
        return switch (format.kind()) {
            case GRAPH -> {
                if (document.length == 0) {
                    throw new MalformedDocumentException(
                            0,
                            0,
                            "it has no content; an empty graph is a document without statements, such as a comment, and a"
                                    + " stream ends with a record without value",
                            null);
                }
                yield readGraph(format, document);
            }
            case PATCH -> readPatch(document);
        };
    }

    /**
     * The graph of a document; an empty document is an empty graph.
     *
     * @throws MalformedDocumentException if the document is malformed, or above a limit
     *     ({@link DocumentLimitException})
     * @throws IllegalArgumentException if the format is a format of patches
     */
    public RdfGraph readGraph(DocumentFormat format, byte[] document) {
        return readGraph(format, document, null);
    }

    /**
     * The graph of a document.
     *
     * @param base base against which relative IRIs are resolved; without a base they are refused
     * @throws MalformedDocumentException as {@link #readGraph(DocumentFormat, byte[])}
     */
    public RdfGraph readGraph(DocumentFormat format, byte[] document, @Nullable String base) {
        checkSize(document);
        GraphInMemory graph = new GraphInMemory();
        try {
            new RdfTextReader(format, base, reading, contexts).read(new ByteArrayInputStream(document), graph);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RdfGraph(graph.statements, graph.namespaces);
    }

    private RdfPatch readPatch(byte[] document) {
        checkSize(document);
        int most = (int) Math.min(Integer.MAX_VALUE, reading.bytes());
        TextLimits text = new TextLimits(Math.min(most, limits.maxStringBytes()), most, limits.maxNesting(), most);
        try (RdfPatchTextReader reader =
                new RdfPatchTextReader(new ByteArrayInputStream(document), new VerifiedTerms(), text)) {
            PatchInMemory patch = new PatchInMemory(new ReadingBudget(reading));
            while (reader.read(patch)) {
                // the caller reads row by row, and this method counts each row
            }
            return new RdfPatch(patch.rows);
        } catch (MalformedPatchException e) {
            throw new MalformedDocumentException(e.line(), e.column(), e.reason(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkSize(byte[] document) {
        if (document.length > reading.bytes()) {
            throw new DocumentLimitException(
                    Limit.BYTES, document.length + " bytes, more than the limit of " + reading.bytes() + " bytes");
        }
    }

    private final class PatchInMemory implements PatchHandler {
        private final ReadingBudget budget;
        private final List<PatchOperation> rows = new ArrayList<>();
        private boolean complete;

        PatchInMemory(ReadingBudget budget) {
            this.budget = budget;
        }

        @Override
        public void operation(PatchOperation operation) {
            if (complete) {
                throw moreThanOne();
            } else if (rows.size() == reading.statements()) {
                throw new DocumentLimitException(
                        Limit.STATEMENTS, "more than the limit of " + reading.statements() + " rows");
            }
            budget.step();
            rows.add(operation);
        }

        @Override
        public void endOfPatch() {
            if (complete) {
                throw moreThanOne();
            }
            complete = true;
        }

        private static MalformedDocumentException moreThanOne() {
            return new MalformedDocumentException(0, 0, "more than one patch; a record is one patch", null);
        }
    }

    private static final class GraphInMemory extends AbstractRDFHandler {
        private final List<Statement> statements = new ArrayList<>();
        private final Map<String, String> namespaces = new HashMap<>();

        @Override
        public void handleNamespace(String prefix, String iri) {
            namespaces.put(prefix, iri);
        }

        @Override
        public void handleStatement(Statement statement) {
            statements.add(statement);
        }
    }
}
