package dev.velella.convert;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.document.write.GraphTarget;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/** Reads the text formats of RDF. */
final class TextSource {
    private final RdfTextReader reader;

    /** @param base IRI that resolves relative IRIs; null if relative IRIs are errors */
    TextSource(DataFormat format, @Nullable String base, ReadingLimits limits) {
        reader = new RdfTextReader(format.document(), base, limits);
    }

    /**
     * Reads the whole input.
     *
     * @throws dev.velella.document.budget.MalformedDocumentException if the input is malformed
     */
    void readInto(GraphTarget target, InputStream in) throws IOException {
        try {
            reader.read(in, new Handler(target));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Hands the parser's events to the target. */
    private static final class Handler extends AbstractRDFHandler {
        private final GraphTarget target;

        Handler(GraphTarget target) {
            this.target = target;
        }

        @Override
        public void handleNamespace(String prefix, String iri) {
            try {
                target.namespace(prefix, iri);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void handleStatement(Statement statement) {
            try {
                target.statement(statement);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
