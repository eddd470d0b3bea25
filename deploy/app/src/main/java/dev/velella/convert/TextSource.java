package dev.velella.convert;

import dev.velella.document.DocumentFormat;
import dev.velella.document.RdfTextReader;
import dev.velella.document.ReadingLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/** Reads the text formats of RDF. */
final class TextSource {
    private final RdfTextReader reader;

    /** @param base what relative IRIs are resolved against; without it they are errors */
    TextSource(DataFormat format, @Nullable String base, ReadingLimits limits) {
        reader = new RdfTextReader(documentFormat(format), base, limits);
    }

    /**
     * Reads all.
     *
     * @throws dev.velella.document.MalformedDocumentException if the input is malformed
     */
    void readInto(GraphTarget target, InputStream in) throws IOException {
        try {
            reader.read(in, new Handler(target));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static DocumentFormat documentFormat(DataFormat format) {
        return switch (format) {
            case NT -> DocumentFormat.N_TRIPLES;
            case NQ -> DocumentFormat.N_QUADS;
            case TTL -> DocumentFormat.TURTLE;
            case TRIG -> DocumentFormat.TRIG;
            case JSONLD -> DocumentFormat.JSON_LD;
            case RDFXML -> DocumentFormat.RDF_XML;
            default -> throw new IllegalArgumentException(format + " is not a text format of RDF");
        };
    }

    /** Hands on to the target. */
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
