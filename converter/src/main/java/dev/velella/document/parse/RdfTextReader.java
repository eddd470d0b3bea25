package dev.velella.document.parse;

import dev.velella.document.budget.BudgetHandler;
import dev.velella.document.budget.BudgetReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.DocumentTerms;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.Utf8Reader;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.jsonld.JsonLdContexts;
import dev.velella.document.jsonld.JsonLdErrors;
import dev.velella.document.jsonld.JsonLdReader;
import dev.velella.document.jsonld.JsonLdTerms;
import dev.velella.document.jsonld.JsonLdText;
import dev.velella.rdf.ElementKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Function;
import no.hasmac.jsonld.JsonLdError;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text formats of RDF with Rio, in UTF-8; RDF/XML also in another encoding that it declares. It keeps labels of blank nodes, and checks every IRI. It loads
 * nothing outside of the input: no external entities of XML, and of JSON-LD contexts only those allowed by name. It
 * uses no more memory and time than {@link ReadingLimits} allow. Not thread-safe.
 */
public final class RdfTextReader {
    private final DocumentFormat format;
    private final @Nullable String base;
    private final ReadingLimits limits;
    private final Set<String> contexts;
    private final Function<ReadingBudget, DocumentTerms> terms;
    private @Nullable BadLineHandler badLines;
    private boolean isLog;
    private long line;
    private long column;

    /**
     * A reader for files of any size.
     *
     * @param base base against which relative IRIs are resolved; without a base they are errors
     */
    public RdfTextReader(DocumentFormat format, @Nullable String base) {
        this(format, base, ReadingLimits.OF_FILES);
    }

    /**
     * A reader with limits.
     *
     * @param base base against which relative IRIs are resolved; without a base they are errors
     */
    public RdfTextReader(DocumentFormat format, @Nullable String base, ReadingLimits limits) {
        this(format, base, limits, Set.of());
    }

    /**
     * A reader with limits, which may also load contexts of JSON-LD.
     *
     * @param contexts addresses of JSON-LD contexts, which are loaded if a document names them
     */
    public RdfTextReader(DocumentFormat format, @Nullable String base, ReadingLimits limits, Set<String> contexts) {
        this(format, base, limits, contexts, DocumentTerms::new);
    }

    /**
     * A reader for files of any size, whose terms somebody else makes.
     *
     * @param terms maker of the terms of each input that is read
     */
    public static RdfTextReader withTerms(DocumentFormat format, Function<ReadingBudget, DocumentTerms> terms) {
        return new RdfTextReader(format, null, ReadingLimits.OF_FILES, Set.of(), terms);
    }

    private RdfTextReader(
            DocumentFormat format,
            @Nullable String base,
            ReadingLimits limits,
            Set<String> contexts,
            Function<ReadingBudget, DocumentTerms> terms) {
        if (format.kind() == ElementKind.PATCH) {
            throw new IllegalArgumentException(format + " is not a format of RDF");
        }
        this.format = format;
        this.base = base;
        this.limits = limits;
        this.contexts = contexts;
        this.terms = terms;
    }

    /**
     * From now on lines that cannot be read are left out, and do not end the reading. A limit still ends it.
     *
     * @param lines takes the lines; what it throws ends the reading
     * @throws IllegalStateException if the format is not N-Triples or N-Quads, whose lines stand alone
     */
    public RdfTextReader leavingOut(BadLineHandler lines) {
        if (format != DocumentFormat.N_TRIPLES && format != DocumentFormat.N_QUADS) {
            throw new IllegalStateException("the lines of " + format + " do not stand alone");
        }
        badLines = lines;
        return this;
    }

    /**
     * From now on each input is a log of RDF Messages, also if it does not say so itself; one of JSON-LD is NDJSON-LD. Without
     * this call an input that announces messages is a log.
     */
    public RdfTextReader ofMessages() {
        isLog = true;
        return this;
    }

    /**
     * Reads the whole input.
     *
     * @param handler takes namespaces and statements in order; its exceptions end the reading, and this method throws
     *     them unchanged
     * @throws MalformedDocumentException if the input is malformed
     * @throws DocumentLimitException if the input is above a limit
     * @throws IOException if the input cannot be read
     */
    public void read(InputStream in, RDFHandler handler) throws IOException {
        Reading reading = open(in, handler);
        while (reading.step()) {
            // the handler has what was read
        }
    }

    /**
     * Begins to read an input, of which the caller reads as much as it wants. Reads nothing yet, except the beginning of RDF/XML.
     * A reader has one open input at a time.
     *
     * @param handler takes namespaces and statements in order; if it is a {@link dev.velella.document.format.MessageHandler
     *     MessageHandler} also messages. Without one, a log of several messages is malformed
     * @throws IOException if the input cannot be read
     */
    public Reading open(InputStream in, RDFHandler handler) throws IOException {
        return new Reading(in, handler);
    }

    /** An input on the way. Not thread-safe. */
    public final class Reading {
        private final ReadingBudget budget = new ReadingBudget(limits);
        private final BudgetHandler counted;
        private final @Nullable XmlEncoding xml;
        private final BudgetReader text;
        private @Nullable StepParser steps;

        private Reading(InputStream in, RDFHandler handler) throws IOException {
            boolean readsAsItGoes = format != DocumentFormat.JSON_LD;
            counted = BudgetHandler.of(handler, budget, readsAsItGoes);
            xml = format == DocumentFormat.RDF_XML ? XmlEncoding.of(in) : null;
            text = xml != null
                    ? new BudgetReader(xml.bytes(), xml.charset(), budget)
                    : badLines != null
                            ? BudgetReader.escaped(in, budget)
                            : new BudgetReader(in, StandardCharsets.UTF_8, budget);
        }

        /**
         * Reads the next part: a statement, a directive, or a line; of JSON-LD and RDF/XML the whole document. In a log no part
         * reaches beyond the end of a message.
         *
         * @return false if the input has ended
         * @throws MalformedDocumentException if the input is malformed
         * @throws DocumentLimitException if the input is above a limit
         * @throws IOException if the input cannot be read
         */
        public boolean step() throws IOException {
            try {
                return switch (format) {
                    case JSON_LD, RDF_XML -> stepOfLibrary();
                    default -> steps().step();
                };
            } catch (IOException | JsonLdError | URISyntaxException | RuntimeException e) {
                // Parsers also throw exceptions that they do not declare.
                throw failed(e);
            } catch (StackOverflowError e) {
                throw new MalformedDocumentException(0, 0, "nested too deeply to be read", e);
            }
        }

        /** Libraries search a JSON reader with the thread's class loader. In Kafka Connect this may be the loader of another plugin. */
        private boolean stepOfLibrary() throws IOException, JsonLdError, URISyntaxException {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(RdfTextReader.class.getClassLoader());
            try {
                if (format == DocumentFormat.JSON_LD && isLog) {
                    return steps().step();
                }
                readWhole();
                return false;
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        private void readWhole() throws IOException, JsonLdError, URISyntaxException {
            if (format == DocumentFormat.JSON_LD) {
                new JsonLdReader(new JsonLdTerms(budget), contexts, budget, counted).read(checkedJson(text), base);
            } else {
                configured(new RdfXmlParser(terms.apply(budget), base, budget), counted)
                        .parse(text, ""); // the parser has the base already
            }
        }

        private StepParser steps() {
            StepParser open = steps;
            if (open == null) {
                open = stepParser(budget, counted);
                steps = open;
                open.begin(text, base);
            }
            return open;
        }

        /** Begins the next message: of the limits, nothing is used yet. */
        public void nextMessage() {
            budget.begin();
        }

        /** Number of characters that were used so far. */
        public long characters() {
            return steps == null ? 0 : steps.characters();
        }

        private RuntimeException failed(Exception e) throws IOException {
            IOException unreadable = text.failure();
            if (unreadable instanceof CharacterCodingException) {
                long badLine = unreadable instanceof Utf8Reader.NotUtf8Exception bytes ? bytes.line() : 0;
                return new MalformedDocumentException(
                        badLine, 0, xml == null ? "not UTF-8" : xml.problem(), unreadable);
            } else if (unreadable != null) {
                throw unreadable;
            }
            RuntimeException failure = failure(e, counted, text.beginning());
            return steps instanceof JsonLinesParser lines
                            && failure instanceof MalformedDocumentException malformed
                            && !(failure instanceof DocumentLimitException)
                            && failure != counted.thrown()
                    ? malformed.onLine(Math.max(1, lines.line()))
                    : failure;
        }
    }

    private <P extends RDFParser> P configured(P parser, RDFHandler handler) {
        VerifiedTerms.settings(parser);
        parser.set(BasicParserSettings.PROCESS_ENCODED_RDF_STAR, false);
        parser.set(BasicParserSettings.NAMESPACES, Set.of()); // a prefix that is not declared is an error
        parser.setParseLocationListener((atLine, atColumn) -> {
            line = atLine;
            column = atColumn;
        });
        parser.setRDFHandler(handler);
        return parser;
    }

    /**
     * The exception to throw: the exception of the handler or of a limit if it is the cause, else one that calls the
     * input malformed.
     */
    private RuntimeException failure(Exception e, BudgetHandler handler, String beginning) {
        RuntimeException thrown = handler.thrown();
        if (thrown != null) {
            return thrown;
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof DocumentLimitException refused) {
                return refused;
            }
        }
        String other = OtherFormat.problem(beginning, format);
        if (other != null) {
            return beginning.isBlank()
                    ? new MalformedDocumentException(0, 0, other, e)
                    : new MalformedDocumentException(1, 1, other, e);
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MalformedDocumentException refused) {
                return refused;
            }
        }
        if (e instanceof RDFParseException malformed && malformed.getLineNumber() > 0) {
            String reason = OtherFormat.plain(MalformedDocumentException.reason(malformed));
            return new MalformedDocumentException(
                    malformed.getLineNumber(), malformed.getColumnNumber(), reason, malformed);
        }
        String reason = detail(e);
        MalformedDocumentException json = format == DocumentFormat.JSON_LD ? JsonLdErrors.malformed(reason, e) : null;
        return json != null ? json : new MalformedDocumentException(line, column, reason, e);
    }

    private StepParser stepParser(ReadingBudget budget, BudgetHandler handler) {
        return switch (format) {
            case N_TRIPLES -> configured(new StarLinesParser(terms.apply(budget), false, badLines, isLog), handler);
            case N_QUADS -> configured(new StarLinesParser(terms.apply(budget), true, badLines, isLog), handler);
            case TURTLE -> configured(new TurtleParser(terms.apply(budget), budget, false, isLog), handler);
            case TRIG -> configured(new TurtleParser(terms.apply(budget), budget, true, isLog), handler);
            case JSON_LD -> new JsonLinesParser(contexts, budget, handler);
            case RDF_XML, RDF_PATCH -> throw new IllegalStateException(format + " is not read in steps");
        };
    }

    /** The text of an error. For JSON-LD the cause is the JSON parser's own message, which names the place. */
    private static String detail(Exception e) {
        if (e instanceof ClassCastException) { // from the library, which does not check each value
            return "a value of JSON-LD is of another kind than its keyword has, as in {\"@direction\": 1}";
        }
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String reason = MalformedDocumentException.reason(e);
        return JsonLdText.text(
                cause == e || cause.getMessage() == null || reason.contains(cause.getMessage())
                        ? reason
                        : reason + ": " + cause.getMessage());
    }

    /**
     * The input, after a check of its contexts. The check is needed because the library expands the whole input before
     * it makes the first statement.
     */
    private Reader checkedJson(Reader text) throws IOException {
        StringWriter json = new StringWriter();
        text.transferTo(json);
        if (limits.characters() < Long.MAX_VALUE
                && new JsonLdContexts(json.toString()).mostCharacters() > limits.characters()) {
            throw new DocumentLimitException(
                    DocumentLimitException.Limit.CHARACTERS,
                    ReadingBudget.tooLong(limits.characters()) + ", as its context makes them");
        }
        return new StringReader(json.toString());
    }
}
