package dev.velella.convert;

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
import org.eclipse.rdf4j.model.Statement;

/**
 * Writes data as lines: graphs as N-Quads, patches as RDF Patch text. Reading the lines gives the same data again. Data
 * without such a spelling are refused, so no term can look like a line of its own.
 */
public final class TextLines {
    private TextLines() {}

    /** Receives the lines in order. */
    public interface Lines {
        /** Receives the next line, without a line break. */
        void line(CharSequence line) throws IOException;
    }

    /**
     * Writes the lines of an element.
     *
     * @throws IllegalArgumentException if a term or row has no spelling, or if transactions do not begin and end in
     *     turn; thrown after the lines before the error were handed on
     */
    public static void of(StreamElement element, Lines lines) throws IOException {
        if (element instanceof RdfGraph graph) {
            of(graph, lines);
        } else {
            of((RdfPatch) element, lines);
        }
    }

    /**
     * Writes a line for every statement, in N-Quads. A quoted triple is {@code << s p o >>}. Namespaces are left out.
     */
    private static void of(RdfGraph graph, Lines lines) throws IOException {
        StringWriter line = new StringWriter();
        GraphTarget target = TextTargets.open(DocumentFormat.N_QUADS, line);
        for (Statement statement : graph.statements()) {
            VerifiedTerms.check(statement);
            try {
                target.statement(statement);
            } catch (UnwritableException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
            hand(line, lines);
        }
    }

    /** Writes a line for every row, in RDF Patch text, and the end mark {@code Z .}. */
    private static void of(RdfPatch patch, Lines lines) throws IOException {
        StringWriter line = new StringWriter();
        RdfPatchTextWriter writer = new RdfPatchTextWriter(line);
        for (PatchOperation operation : patch.operations()) {
            writer.write(operation);
            hand(line, lines);
        }
        writer.endOfPatch();
        hand(line, lines);
    }

    private static void hand(StringWriter line, Lines lines) throws IOException {
        StringBuffer text = line.getBuffer();
        lines.line(text.substring(0, text.length() - 1));
        text.setLength(0);
    }
}
