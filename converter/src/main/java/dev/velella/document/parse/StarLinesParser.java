package dev.velella.document.parse;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.Utf8Reader;
import dev.velella.document.format.LabelCharacters;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads N-Triples and N-Quads with quoted triples, spelled {@code << s p o >>} as in RDF-star or {@code <<( s p o )>>}
 * as in RDF 1.2, where the directive {@code VERSION} is no data; and logs of RDF Messages, whose delimiter is a line
 * {@code MESSAGE}. An error names its column.
 */
public class StarLinesParser extends NQuadsParser implements StepParser {
    private static final int MAX_NESTING = 32;

    private static final Pattern VERSION =
            Pattern.compile("VERSION[ \\t]+(?:\"([^\"\\\\]*)\"|'([^'\\\\]*)')[ \\t]*(#.*)?");

    private static final Pattern DELIMITER = Pattern.compile("MESSAGE[ \\t]*(#.*)?");

    /** What the base class says about a term. */
    private static final Pattern EXPECTED = Pattern.compile("Expected '<'( or '_')?, found: (.*)", Pattern.DOTALL);

    private final boolean quads;
    private final @Nullable BadLineHandler badLines;
    private final boolean announced;
    private Messages messages = new Messages(null, false);
    private long characters;
    private int nesting;
    private boolean isHandling;

    /** @param quads whether a statement may have a graph */
    public StarLinesParser(ValueFactory values, boolean quads) {
        this(values, quads, null, false);
    }

    /**
     * @param badLines takes the lines that cannot be read; without it the first of them ends the reading
     * @param announced whether the text is a log of messages, also if it does not say so
     */
    StarLinesParser(ValueFactory values, boolean quads, @Nullable BadLineHandler badLines, boolean announced) {
        super(values);
        this.quads = quads;
        this.badLines = badLines;
        this.announced = announced;
    }

    @Override
    public synchronized void parse(Reader in, @Nullable String base) throws IOException {
        begin(in, base);
        while (step()) {
            // the handler has what was read
        }
    }

    @Override
    public void begin(Reader in, @Nullable String base) {
        clear();
        rdfHandler.startRDF();
        reader = in instanceof BufferedReader buffered ? buffered : new BufferedReader(in);
        lineNo = 0;
        characters = 0;
        messages = new Messages(rdfHandler, announced);
    }

    @Override
    public boolean step() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            messages.end();
            clear();
            rdfHandler.endRDF();
            return false;
        }
        lineChars = line.toCharArray();
        currentIndex = 0;
        lineNo++;
        characters += line.length() + 1L;
        reportLocation(lineNo, 1);
        parseStatement();
        return true;
    }

    @Override
    public long characters() {
        return characters;
    }

    @Override
    protected void parseStatement() {
        if (badLines == null) {
            parseLine();
            return;
        }
        if (Utf8Reader.hasOtherBytes(lineChars)) {
            leaveOut(badLines, 0, "not UTF-8", null);
            return;
        }
        isHandling = false;
        try {
            parseLine();
        } catch (RDFParseException | IllegalArgumentException e) {
            if (isHandling || isLimit(e)) {
                throw e;
            }
            leaveOut(badLines, currentIndex + 1L, MalformedDocumentException.reason(e), e);
        }
    }

    private static boolean isLimit(Throwable e) {
        return e instanceof DocumentLimitException || (e.getCause() != null && isLimit(e.getCause()));
    }

    private void leaveOut(BadLineHandler lines, long column, String reason, @Nullable RuntimeException cause) {
        context = null; // the terms that were read must not get into the next statement
        if (messages.isAnnounced() && !beginsAsStatement()) {
            throw new RDFParseException(
                    reason + "; it is not left out, because it may be a delimiter of messages", cause, lineNo, column);
        }
        lines.handle(lineNo, column, Utf8Reader.bytes(lineChars), reason);
    }

    private boolean beginsAsStatement() {
        String line = new String(lineChars).strip();
        return line.startsWith("<") || line.startsWith("_");
    }

    /** The base class leaves out a line of a single character, such as the rest of a cut file, without a word. */
    @Override
    protected boolean shouldParseLine() {
        return super.shouldParseLine() || (currentIndex == lineChars.length - 1 && lineChars[currentIndex] != '#');
    }

    @Override
    protected void handleStatement(boolean ignoredAnError) {
        messages.statement();
        isHandling = true;
        super.handleStatement(ignoredAnError);
    }

    private void parseLine() {
        nesting = 0;
        int begin = 0;
        while (begin < lineChars.length && (lineChars[begin] == ' ' || lineChars[begin] == '\t')) {
            begin++;
        }
        if (begin < lineChars.length && (lineChars[begin] == 'V' || lineChars[begin] == 'M') && isDirective()) {
            return;
        }
        try {
            super.parseStatement();
        } catch (RDFParseException e) {
            throw new RDFParseException(reason(e), e, lineNo, currentIndex + 1L);
        } catch (IndexOutOfBoundsException e) {
            throw new RDFParseException("the line ends within a statement", e, lineNo, currentIndex + 1L);
        }
    }

    /** Reads a line that is a version or a delimiter; false if it is neither. */
    private boolean isDirective() {
        String line = new String(lineChars).strip();
        Matcher version = VERSION.matcher(line);
        try {
            if (version.matches()) {
                version(version.group(1) == null ? version.group(2) : version.group(1));
                return true;
            } else if (DELIMITER.matcher(line).matches()) {
                isHandling = true;
                messages.delimiter();
                return true;
            }
            return false;
        } catch (RDFParseException e) {
            throw new RDFParseException(reason(e), e, lineNo, 1);
        }
    }

    private void version(String label) {
        if (Messages.endsAsMessages(label) && !Messages.isVersion(label)) {
            throw new RDFParseException("VERSION \"" + label
                    + "\" is not known; those of messages are: 1.1-messages, 1.2-messages, 1.2-basic-messages");
        }
        isHandling = true;
        messages.version(label);
        isHandling = false;
    }

    @Override
    protected void parseSubject() {
        if (atQuotedTriple()) {
            subject = quotedTriple();
        } else {
            super.parseSubject();
        }
    }

    @Override
    protected void parseObject() {
        if (atQuotedTriple()) {
            object = quotedTriple();
        } else {
            super.parseObject();
        }
    }

    /** Reads a blank node, also with a label that is not ASCII; the base class reads only labels of ASCII. */
    @Override
    protected Resource parseNode() {
        int start = currentIndex + 2;
        if (start > lineChars.length || lineChars[start - 1] != ':') {
            throw new RDFParseException("a blank node begins with _:");
        }
        currentIndex = start;
        while (currentIndex < lineChars.length && LabelCharacters.continues(lineChars, currentIndex)) {
            currentIndex++;
        }
        while (currentIndex > start && lineChars[currentIndex - 1] == '.') {
            currentIndex--;
        }
        if (currentIndex == start || lineChars[start] == '-' || lineChars[start] == '.') {
            throw new RDFParseException("a blank node without a label");
        }
        return createNode(new String(lineChars, start, currentIndex - start));
    }

    @Override
    protected void parseContext() {
        super.parseContext();
        if (!quads && context != null) {
            throw new RDFParseException("N-Triples has no named graphs; is this N-Quads?");
        }
        int next = currentIndex;
        while (next < lineChars.length && (lineChars[next] == ' ' || lineChars[next] == '\t')) {
            next++;
        }
        if (next < lineChars.length && lineChars[next] != '.') {
            currentIndex = next;
            throw new RDFParseException(
                    "a statement has no more terms: expected its dot, not '" + lineChars[next] + "'");
        }
    }

    /** The reason in words of our own, where those of the base class say little. */
    private static String reason(RDFParseException e) {
        String reason = MalformedDocumentException.reason(e);
        Matcher expected = EXPECTED.matcher(reason);
        if (expected.matches()) {
            return "expected an IRI in <…>"
                    + (expected.group(1) == null ? "" : ", or a blank node or literal where it may be,")
                    + " and found '" + expected.group(2) + "'";
        }
        return reason.equals("Unexpected end of file") ? "the line ends within a statement" : reason;
    }

    private boolean atQuotedTriple() {
        return lineChars[currentIndex] == '<'
                && currentIndex + 1 < lineChars.length
                && lineChars[currentIndex + 1] == '<';
    }

    private Triple quotedTriple() {
        if (++nesting > MAX_NESTING) {
            throw new RDFParseException("quoted triples nested deeper than " + MAX_NESTING + " levels");
        }
        Resource outerSubject = subject;
        IRI outerPredicate = predicate;
        Value outerObject = object;
        currentIndex += 2;
        String end = lineChars[currentIndex] == '(' ? ")>>" : ">>";
        currentIndex += end.length() - 2;
        skipWhitespace(true);
        parseSubject();
        skipWhitespace(true);
        parsePredicate();
        skipWhitespace(true);
        parseObject();
        skipWhitespace(true);
        Triple quoted = valueFactory.createTriple(subject, predicate, object);
        subject = outerSubject;
        predicate = outerPredicate;
        object = outerObject;
        for (int i = 0; i < end.length(); i++) {
            if (lineChars[currentIndex] != end.charAt(i)) {
                throw new RDFParseException("a quoted triple does not end with " + end);
            }
            currentIndex++;
        }
        nesting--;
        return quoted;
    }
}
