package dev.velella.sink.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.format.UnwritableException;
import dev.velella.document.jsonld.JsonLdLiterals;
import dev.velella.document.write.GraphTarget;
import dev.velella.document.write.TextTargets;
import dev.velella.kit.http.message.HttpFault;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.jspecify.annotations.Nullable;

/**
 * Writes the triples of a result as they come, in little memory. RDF/XML and JSON-LD cannot spell every triple: such a
 * result is refused. Not thread-safe.
 */
final class GraphResult {
    private static final int NOT_ACCEPTABLE = 406;

    private GraphResult() {}

    /** A writer of a format. The caller ends it with {@link RDFHandler#endRDF}. */
    static RDFHandler writer(RDFFormat format, OutputStream out) {
        if (format.equals(RDFFormat.JSONLD)) {
            return new Checked(new JsonLd(out));
        }
        // Rio's own writers of Turtle and TriG change the text of numbers: 01 becomes 1.
        return new Checked(TextTargets.open(document(format), out));
    }

    private static DocumentFormat document(RDFFormat format) {
        return DocumentFormat.ofMediaType(format.getDefaultMIMEType()).orElseThrow();
    }

    /** Hands triples to a target, and refuses those that it cannot spell. */
    private static final class Checked extends AbstractRDFHandler {
        private final GraphTarget target;

        Checked(GraphTarget target) {
            this.target = target;
        }

        @Override
        public void handleNamespace(String prefix, String iri) {
            run(() -> target.namespace(prefix, iri));
        }

        @Override
        public void handleStatement(Statement statement) {
            run(() -> target.statement(statement));
        }

        @Override
        public void endRDF() {
            run(target::end);
        }

        private interface Write {
            void run() throws IOException;
        }

        private static void run(Write write) {
            try {
                write.run();
            } catch (UnwritableException e) {
                throw new HttpFault(NOT_ACCEPTABLE, e.getMessage() + "; ask for text/turtle or application/n-triples");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Expanded form: a node object for each run of triples with one subject and predicate. */
    private static final class JsonLd implements GraphTarget {
        private final JsonGenerator json;
        private @Nullable Resource subject;
        private @Nullable IRI predicate;

        JsonLd(OutputStream out) {
            try {
                json = new JsonFactory().createGenerator(out);
                json.writeStartArray();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Prefixes have no place in expanded form. */
        @Override
        public void namespace(String prefix, String iri) {
            // see above
        }

        @Override
        public void statement(Statement statement) throws IOException {
            check(statement);
            if (!statement.getSubject().equals(subject)
                    || !statement.getPredicate().equals(predicate)) {
                endNode();
                subject = statement.getSubject();
                predicate = statement.getPredicate();
                json.writeStartObject();
                json.writeStringField("@id", id(subject));
                json.writeArrayFieldStart(predicate.stringValue());
            }
            write(statement.getObject());
        }

        private static void check(Statement statement) {
            if (statement.getSubject().isTriple() || statement.getObject().isTriple()) {
                throw new UnwritableException("JSON-LD has no quoted triples, and the result has one: " + statement);
            }
            try {
                VerifiedTerms.check(statement);
            } catch (IllegalArgumentException e) {
                throw new UnwritableException(String.valueOf(e.getMessage()), e);
            }
            if (statement.getObject() instanceof Literal literal) {
                JsonLdLiterals.check(literal);
            }
        }

        private void write(Value object) throws IOException {
            json.writeStartObject();
            if (object instanceof Literal literal) {
                json.writeStringField("@value", literal.getLabel());
                if (literal.getLanguage().isPresent()) {
                    json.writeStringField("@language", literal.getLanguage().get());
                } else if (!literal.getDatatype().equals(XSD.STRING)) {
                    json.writeStringField("@type", literal.getDatatype().stringValue());
                }
            } else {
                json.writeStringField("@id", id(object));
            }
            json.writeEndObject();
        }

        private static String id(Value node) {
            return node.isBNode() ? "_:" + node.stringValue() : node.stringValue();
        }

        private void endNode() throws IOException {
            if (subject != null) {
                json.writeEndArray();
                json.writeEndObject();
            }
        }

        @Override
        public void end() throws IOException {
            endNode();
            json.writeEndArray();
            json.flush();
        }
    }
}
