package dev.velella.jelly.rio;

import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.AbstractValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.ParseErrorListener;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RioSetting;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFParser;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.jspecify.annotations.Nullable;

/**
 * Reads Jelly-RDF for Rio: delimited streams and single bare frames. Their first bytes tell them apart. Reads frame by
 * frame, so that the largest frame limits the memory.
 *
 * <p>The handler gets the namespaces of a frame, then its statements in order. It never gets a part of a malformed
 * frame, but it gets the frames before. Frame borders and metadata are not handed on; {@link JellyStreamReader} returns
 * them. Errors are {@link RDFParseException}s that name frame, row and byte, all counted from 0.
 * {@link BasicParserSettings} apply to blank nodes, IRIs and literals. By default, blank nodes get fresh labels, and
 * IRIs and language tags are verified. Skolemization is refused. {@link Limits#DEFAULT} limits table sizes, frames and
 * strings. Not thread-safe.
 */
public final class JellyParser extends AbstractRDFParser {

    /** A parser that creates terms with RDF4J's simple value factory. */
    public JellyParser() {}

    /** A parser that creates terms with a given value factory. */
    public JellyParser(ValueFactory values) {
        super(values);
    }

    @Override
    public RDFFormat getRDFFormat() {
        return JellyFormat.JELLY;
    }

    @Override
    public void parse(InputStream in, @Nullable String baseUri) throws IOException {
        if (getParserConfig().get(BasicParserSettings.SKOLEMIZE_ORIGIN) != null) {
            reportFatalError("Jelly is not read with skolemization: leave out the setting "
                    + BasicParserSettings.SKOLEMIZE_ORIGIN.getKey());
        }
        ParseErrorListener listener = getParseErrorListener();
        HeldErrors held = new HeldErrors(listener);
        setParseErrorListener(held);
        try {
            parse(new JellyStreamReader(in, new CheckedTerms(held), Limits.DEFAULT));
        } catch (MalformedJellyException e) {
            setParseErrorListener(listener);
            reportFatalError(e.getMessage(), e, -1, -1);
        } finally {
            setParseErrorListener(listener);
            clear();
        }
    }

    /** Parses all frames. Does not close the reader, because the input belongs to the caller. */
    private void parse(JellyStreamReader reader) throws IOException {
        RDFHandler handler = getRDFHandler() == null ? new AbstractRDFHandler() {} : getRDFHandler();
        handler.startRDF();
        for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
            handOn(frame, handler);
        }
        handler.endRDF();
    }

    private static void handOn(RdfGraph frame, RDFHandler handler) {
        for (Map.Entry<String, String> namespace : frame.namespaces().entrySet()) {
            handler.handleNamespace(namespace.getKey(), namespace.getValue());
        }
        for (Statement statement : frame.statements()) {
            handler.handleStatement(statement);
        }
    }

    /** @throws UnsupportedOperationException always: Jelly is binary and cannot be read as characters */
    @Override
    public void parse(Reader reader, @Nullable String baseUri) {
        throw new UnsupportedOperationException("Jelly is a binary format: read it from an InputStream, not a Reader");
    }

    /**
     * Creates terms with the value factory of the parser, after the checks of the parser's settings. A term that fails
     * a check causes an {@link IllegalArgumentException}; the reader adds the place to it.
     */
    private final class CheckedTerms extends AbstractValueFactory {
        private final HeldErrors errors;
        private final ValueFactory values = valueFactory;
        private final boolean datatypesMatter = isOn(BasicParserSettings.VERIFY_DATATYPE_VALUES)
                || isOn(BasicParserSettings.NORMALIZE_DATATYPE_VALUES)
                || isOn(BasicParserSettings.FAIL_ON_UNKNOWN_DATATYPES);

        CheckedTerms(HeldErrors errors) {
            this.errors = errors;
        }

        private boolean isOn(RioSetting<Boolean> setting) {
            return getParserConfig().get(setting);
        }

        /**
         * Creates an IRI. If an IRI has an error that is not fatal, the base class returns no IRI. This method then
         * creates one all the same, because the stream may refer to it again.
         */
        @Override
        public IRI createIRI(String iri) {
            return checked(() -> {
                @Nullable IRI made = createURI(iri);
                return made == null ? values.createIRI(iri) : made;
            });
        }

        @Override
        public IRI createIRI(String namespace, String localName) {
            return createIRI(namespace + localName);
        }

        @Override
        public BNode createBNode() {
            return values.createBNode();
        }

        /** Creates a blank node. The base class gives fresh labels. Without skolemization it makes only blank nodes. */
        @Override
        public BNode createBNode(String label) {
            return (BNode) createNode(label);
        }

        @Override
        public Literal createLiteral(String label) {
            return datatypesMatter ? checkedLiteral(label, null, XSD.STRING) : values.createLiteral(label);
        }

        @Override
        public Literal createLiteral(String label, IRI datatype) {
            return datatypesMatter ? checkedLiteral(label, null, datatype) : values.createLiteral(label, datatype);
        }

        @Override
        public Literal createLiteral(String label, CoreDatatype datatype) {
            return datatypesMatter
                    ? checkedLiteral(label, null, datatype.getIri())
                    : values.createLiteral(label, datatype);
        }

        @Override
        public Literal createLiteral(String label, IRI datatype, CoreDatatype coreDatatype) {
            return datatypesMatter
                    ? checkedLiteral(label, null, datatype)
                    : values.createLiteral(label, datatype, coreDatatype);
        }

        @Override
        public Literal createLiteral(String label, String language) {
            return checkedLiteral(label, language, null);
        }

        private Literal checkedLiteral(String label, @Nullable String language, @Nullable IRI datatype) {
            return checked(() -> JellyParser.this.createLiteral(label, language, datatype));
        }

        @Override
        public Triple createTriple(Resource subject, IRI predicate, Value object) {
            return values.createTriple(subject, predicate, object);
        }

        @Override
        public Statement createStatement(Resource subject, IRI predicate, Value object) {
            return values.createStatement(subject, predicate, object);
        }

        @Override
        public Statement createStatement(Resource subject, IRI predicate, Value object, @Nullable Resource graph) {
            return values.createStatement(subject, predicate, object, graph);
        }

        private <T> T checked(Supplier<T> term) {
            try {
                T made = term.get();
                errors.handOn();
                return made;
            } catch (RDFParseException e) {
                errors.drop();
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }
}
