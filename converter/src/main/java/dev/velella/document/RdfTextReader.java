package dev.velella.document;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.XMLParserSettings;
import org.eclipse.rdf4j.rio.rdfxml.RDFXMLParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text formats of RDF with Rio, in UTF-8. Labels of blank nodes are kept, and every IRI is checked. Nothing else
 * than the input is loaded: no JSON-LD contexts but those allowed by name, no external entities of XML. Not thread-safe.
 */
public final class RdfTextReader {
    private final DocumentFormat format;
    private final @Nullable String base;
    private final DocumentTerms terms;
    private final long mostCharacters;
    private final Set<String> contexts;
    private long line;
    private long column;

    /** @param base what relative IRIs are resolved against; without it they are errors */
    public RdfTextReader(DocumentFormat format, @Nullable String base) {
        this(format, base, Long.MAX_VALUE);
    }

    /**
     * @param base what relative IRIs are resolved against; without it they are errors
     * @param mostCharacters of all IRIs and literals together; short names can stand for long IRIs, each time anew
     */
    public RdfTextReader(DocumentFormat format, @Nullable String base, long mostCharacters) {
        this(format, base, mostCharacters, Set.of());
    }

    /** @param contexts addresses of JSON-LD contexts that are loaded where a document names them */
    RdfTextReader(DocumentFormat format, @Nullable String base, long mostCharacters, Set<String> contexts) {
        if (format.isPatch()) {
            throw new IllegalArgumentException(format + " is not a format of RDF");
        }
        this.format = format;
        this.base = base;
        this.mostCharacters = mostCharacters;
        this.contexts = contexts;
        terms = format == DocumentFormat.JSON_LD ? new JsonLdTerms(mostCharacters) : new DocumentTerms(mostCharacters);
    }

    /**
     * Reads all.
     *
     * @param handler takes namespaces and statements as they come; its exceptions that are no RDFParseException,
     *     IllegalArgumentException or IllegalStateException end the reading and come out as they are
     * @throws MalformedDocumentException if the input is malformed
     * @throws java.nio.charset.CharacterCodingException if the input is not UTF-8
     * @throws IOException if the input cannot be read
     */
    public void read(InputStream in, RDFHandler handler) throws IOException {
        RDFParser parser = VerifiedTerms.settings(parser());
        parser.set(BasicParserSettings.PROCESS_ENCODED_RDF_STAR, false);
        parser.set(BasicParserSettings.NAMESPACES, Set.of()); // a prefix that is not declared is an error
        parser.setParseLocationListener((atLine, atColumn) -> {
            line = atLine;
            column = atColumn;
        });
        parser.setRDFHandler(handler);
        // Libraries look for a reader of JSON in the thread's loader, which in Kafka Connect is that of another plugin.
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(RdfTextReader.class.getClassLoader());
        try {
            parser.parse(format == DocumentFormat.JSON_LD ? checkedJson(in) : utf8(in), base());
        } catch (RDFParseException e) {
            throw failure(e);
        } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
            // Parsers throw more than they declare.
            throw new MalformedDocumentException(line, column, String.valueOf(e.getMessage()), e);
        } catch (StackOverflowError e) {
            throw new MalformedDocumentException(0, 0, "nested too deeply to be read", e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** The parser of RDF/XML wants a base; what it resolves against an empty one stays relative, and is refused. */
    private @Nullable String base() {
        return base == null && format == DocumentFormat.RDF_XML ? "" : base;
    }

    private RDFParser parser() {
        return switch (format) {
            case N_TRIPLES -> new StarLinesParser(terms, false);
            case N_QUADS -> new StarLinesParser(terms, true);
            case TURTLE -> new StarTurtleParser(terms);
            case TRIG -> new StarTriGParser(terms);
            case JSON_LD -> new CheckedJsonLdParser((JsonLdTerms) terms, contexts);
            case RDF_XML -> withoutEntities(new RDFXMLParser(terms));
            case RDF_PATCH -> throw new IllegalStateException("refused by the constructor");
        };
    }

    /** Left to itself the parser would read on as if the entity were empty. */
    private static RDFParser withoutEntities(RDFParser parser) {
        return parser.set(XMLParserSettings.CUSTOM_XML_READER, ClosedXml.reader())
                .set(XMLParserSettings.SECURE_PROCESSING, true)
                .set(XMLParserSettings.EXTERNAL_GENERAL_ENTITIES, true)
                .set(XMLParserSettings.EXTERNAL_PARAMETER_ENTITIES, true)
                .set(XMLParserSettings.LOAD_EXTERNAL_DTD, true);
    }

    private MalformedDocumentException failure(RDFParseException e) {
        if (e.getLineNumber() > 0) {
            String reason = MalformedDocumentException.reason(e);
            return new MalformedDocumentException(e.getLineNumber(), e.getColumnNumber(), reason, e);
        }
        return new MalformedDocumentException(line, column, detail(e), e);
    }

    /** JSON-LD: what the parser of JSON says, which has the place, is the cause. */
    private static String detail(RDFParseException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String reason = MalformedDocumentException.reason(e);
        if (reason.contains("not whitelisted")) {
            return reason.substring(0, reason.indexOf(" because")) + ": contexts outside of the input are not loaded";
        }
        return JsonLdText.text(
                cause == e || cause.getMessage() == null || reason.contains(cause.getMessage())
                        ? reason
                        : reason + ": " + cause.getMessage());
    }

    /** The input, unless its contexts make too much of it; the parser expands all of it before it hands on anything. */
    private Reader checkedJson(InputStream in) throws IOException {
        Reader reader = utf8(in);
        if (mostCharacters == Long.MAX_VALUE) {
            return reader;
        }
        StringWriter json = new StringWriter();
        reader.transferTo(json);
        if (new JsonLdContexts(json.toString()).mostCharacters() > mostCharacters) {
            throw new MalformedDocumentException(
                    0, 0, DocumentTerms.tooLong(mostCharacters) + ", as its context makes them", null);
        }
        return new StringReader(json.toString());
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
}
