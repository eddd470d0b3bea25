package dev.velella.converter.struct;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.MalformedPatchException;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * Quoted triples in the spelling of RDF Patch text, {@code <<( s p o )>>}. This spelling keeps every label of a blank
 * node; Rio's N-Triples changes most labels. Stateless and thread-safe.
 */
final class QuotedTriples {
    private static final String ROW = "H triple ";
    private static final String END = " .\n";

    private QuotedTriples() {}

    /**
     * @throws IllegalArgumentException if the triple has no spelling, for example because it holds half a surrogate
     *     pair
     */
    static String format(Triple triple) {
        StringBuilder row = new StringBuilder();
        try {
            new RdfPatchTextWriter(row).write(new PatchOperation.Header("triple", triple));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return row.substring(ROW.length(), row.length() - END.length());
    }

    /**
     * Reads the text of {@link #format}, and {@code << s p o >>} as in N-Triples-star.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    static Triple parse(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("a quoted triple with half a surrogate pair");
        }
        byte[] document = (ROW + text + END).getBytes(StandardCharsets.UTF_8);
        try (RdfPatchTextReader reader =
                new RdfPatchTextReader(new ByteArrayInputStream(document), SimpleValueFactory.getInstance())) {
            RdfPatch patch = reader.next();
            if (patch != null
                    && patch.operations().size() == 1
                    && patch.operations().get(0) instanceof PatchOperation.Header header
                    && header.value() instanceof Triple triple
                    && reader.next() == null) {
                return triple;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (MalformedPatchException e) {
            throw new IllegalArgumentException("not a quoted triple: " + e.reason() + ": " + text, e);
        }
        throw new IllegalArgumentException("not a quoted triple: " + text);
    }
}
