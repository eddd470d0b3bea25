package dev.velella.document;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.format.UnwritableException;
import dev.velella.document.write.GraphTarget;
import dev.velella.document.write.TextTargets;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/**
 * Writes one graph or one patch as one document, which {@link DocumentReader} reads back as the same statements or
 * rows. The writer refuses a term that the format cannot spell, and a term that a reader would leave out or take for
 * another one. If the format cannot spell the label of a blank node, the label becomes another one; the same label
 * always becomes the same other one. Stateless and thread-safe.
 */
public final class DocumentWriter {
    /** A comment: a record of 0 bytes says nothing, and is refused by {@link DocumentReader#read}. */
    private static final String EMPTY_GRAPH = "# an empty graph\n";

    private DocumentWriter() {}

    /**
     * Writes the document of an element: a graph with its namespaces if the format has namespaces, or a patch with all
     * rows in their order. RDF Patch text has no place for the IRI of a namespace that is deleted.
     *
     * @throws UnwritableException if a statement or row cannot be written, or a transaction does not end; the message
     *     names the statement or the term
     * @throws IllegalArgumentException if the format is for the other kind of element
     */
    public static String write(DocumentFormat format, StreamElement element) {
        if (format.kind() != element.kind()) {
            throw new IllegalArgumentException(format.title() + " is no format of this kind of element");
        }
        return element instanceof RdfGraph graph ? write(format, graph) : write((RdfPatch) element);
    }

    private static String write(DocumentFormat format, RdfGraph graph) {
        StringWriter text = new StringWriter();
        GraphTarget target = TextTargets.open(format, text);
        try {
            for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
                target.namespace(namespace.getKey(), namespace.getValue());
            }
            for (Statement statement : graph.statements()) {
                check(statement);
                target.statement(statement);
            }
            target.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.getBuffer().isEmpty() ? EMPTY_GRAPH : text.toString();
    }

    private static String write(RdfPatch patch) {
        StringBuilder text = new StringBuilder();
        try {
            patch.operations().forEach(DocumentWriter::check);
            new RdfPatchTextWriter(text).write(patch);
        } catch (IllegalArgumentException e) {
            throw new UnwritableException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void check(PatchOperation row) {
        if (row instanceof PatchOperation.Add add) {
            VerifiedTerms.check(add.statement());
        } else if (row instanceof PatchOperation.Delete delete) {
            VerifiedTerms.check(delete.statement());
        } else if (row instanceof PatchOperation.Header header) {
            VerifiedTerms.check(header.value());
        }
    }

    private static void check(Statement statement) {
        try {
            VerifiedTerms.check(statement);
        } catch (IllegalArgumentException e) {
            throw new UnwritableException(String.valueOf(e.getMessage()), e);
        }
    }
}
