package dev.velella.convert;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.JSONLDSettings;
import org.eclipse.rdf4j.rio.helpers.XMLParserSettings;
import org.eclipse.rdf4j.rio.jsonld.JSONLDParser;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLParser;
import org.eclipse.rdf4j.rio.trigstar.TriGStarParser;
import org.eclipse.rdf4j.rio.turtlestar.TurtleStarParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text formats of RDF with Rio, in UTF-8. Labels of blank nodes are kept. Nothing else than the input is
 * loaded: no JSON-LD contexts, no external entities of XML.
 */
final class TextSource {
    private final DataFormat format;
    private final @Nullable String base;
    private long line;
    private long column;

    /** @param base what relative IRIs are resolved against; without it they are errors */
    TextSource(DataFormat format, @Nullable String base) {
        this.format = format;
        this.base = base;
    }

    /**
     * Reads all.
     *
     * @throws MalformedInputException if the input is malformed
     */
    void readInto(GraphTarget target, InputStream in) throws IOException {
        RDFParser parser = parser(new VerifiedTerms());
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.set(BasicParserSettings.VERIFY_URI_SYNTAX, false);
        parser.set(BasicParserSettings.VERIFY_LANGUAGE_TAGS, false);
        parser.set(BasicParserSettings.PROCESS_ENCODED_RDF_STAR, false);
        parser.setParseLocationListener((atLine, atColumn) -> {
            line = atLine;
            column = atColumn;
        });
        parser.setRDFHandler(new Handler(target));
        try {
            parser.parse(utf8(in), base());
        } catch (RDFParseException e) {
            throw failure(e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
            // Parsers throw more than they declare.
            throw new MalformedInputException(Places.at(line, column, String.valueOf(e.getMessage())), e);
        } catch (StackOverflowError e) {
            throw new MalformedInputException("nested too deeply to be read", e);
        }
    }

    /** The parser of RDF/XML wants a base; what it resolves against an empty one stays relative, and is refused. */
    private @Nullable String base() {
        return base == null && format == DataFormat.RDFXML ? "" : base;
    }

    private RDFParser parser(ValueFactory terms) {
        return switch (format) {
            case NT -> new StarLinesParser(terms, false);
            case NQ -> new StarLinesParser(terms, true);
            case TTL -> new TurtleStarParser(terms);
            case TRIG -> new TriGStarParser(terms);
            case JSONLD -> withoutContexts(new JSONLDParser(terms));
            case RDFXML -> withoutEntities(new RDFXMLParser(terms));
            default -> throw new IllegalArgumentException(format + " is not a text format of RDF");
        };
    }

    private static RDFParser withoutContexts(RDFParser parser) {
        return parser.set(JSONLDSettings.SECURE_MODE, true).set(JSONLDSettings.WHITELIST, Set.of());
    }

    /** Left to itself the parser would read on as if the entity were empty. */
    private static RDFParser withoutEntities(RDFParser parser) {
        return parser.set(XMLParserSettings.CUSTOM_XML_READER, ClosedXml.reader())
                .set(XMLParserSettings.SECURE_PROCESSING, true)
                .set(XMLParserSettings.EXTERNAL_GENERAL_ENTITIES, true)
                .set(XMLParserSettings.EXTERNAL_PARAMETER_ENTITIES, true)
                .set(XMLParserSettings.LOAD_EXTERNAL_DTD, true);
    }

    private MalformedInputException failure(RDFParseException e) {
        if (e.getLineNumber() > 0) {
            return new MalformedInputException(Places.at(e.getLineNumber(), e.getColumnNumber(), Places.reason(e)), e);
        }
        return new MalformedInputException(Places.at(line, column, detail(e)), e);
    }

    /** JSON-LD: what the parser of JSON says, which has the place, is the cause. */
    private static String detail(RDFParseException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String reason = Places.reason(e);
        if (reason.contains("not whitelisted")) {
            return reason.substring(0, reason.indexOf(" because")) + ": contexts outside of the input are not loaded";
        }
        return cause == e || cause.getMessage() == null || reason.contains(cause.getMessage())
                ? reason
                : reason + ": " + cause.getMessage();
    }

    /** A reader that refuses what is not UTF-8, and passes over a byte order mark. */
    private static Reader utf8(InputStream in) throws IOException {
        Reader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()), 1 << 16);
        reader.mark(1);
        if (reader.read() != '\uFEFF') {
            reader.reset();
        }
        return reader;
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
