package dev.velella.rdfpatch;

import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * Writes patches as RDF Patch text, one row on each line, in the dialect that Apache Jena reads back unchanged. The
 * spelling:
 *
 * <ul>
 * <li>Blank nodes are {@code <_:label>}, and literals are as in N-Triples. Quoted triples are {@code <<( s p o )>>}.
 * <li>A graph is the fourth term. The default graph is no term.
 * <li>Prefix names are quoted, and also header keys that are no plain words.
 * <li>The IRI of a deleted prefix is left out, because the format has no place for it.
 * <li>Characters that cannot stand between angle brackets are numeric escapes, also in labels.
 * </ul>
 *
 * <p>The writer refuses data that would be read back differently: text that has no UTF-8 (lone surrogates), IRIs that
 * begin with {@code _:}, graph names that are the IRIs of the default graph, invalid language tags, and transactions
 * that are nested, not begun or not ended.
 *
 * <p>{@link #endOfPatch} separates several patches in one text. Not thread-safe.
 */
public final class RdfPatchTextWriter {
    private static final int MAX_NESTING = 1000;
    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]+(-[a-zA-Z0-9]+)*");

    private static final int ASCII = 0x80;
    private static final String FORBIDDEN_IN_BRACKETS = "<>\"{}|^`\\";

    /** The characters of ASCII that are written as they are. */
    private static final BitSet PLAIN_IN_BRACKETS = plain(" " + FORBIDDEN_IN_BRACKETS);

    private static final BitSet PLAIN_IN_QUOTES = plain("\"\\");

    private final Appendable out;
    private final Transactions transactions = new Transactions();

    public RdfPatchTextWriter(Appendable out) {
        this.out = out;
    }

    /**
     * Appends every row of the patch, but no mark of its end.
     *
     * @throws IllegalArgumentException if the patch ends in an open transaction, and then nothing was written; or as
     *     {@link #write(PatchOperation)}, and then the rows before that row were written
     * @throws IOException if the output cannot be appended to
     */
    public void write(RdfPatch patch) throws IOException {
        for (int i = patch.operations().size() - 1; i >= 0; i--) {
            if (patch.operations().get(i) instanceof Transaction border) {
                if (border == Transaction.START) {
                    throw new IllegalArgumentException("the patch ends in an open transaction");
                }
                break;
            }
        }
        for (PatchOperation operation : patch.operations()) {
            write(operation);
        }
    }

    /**
     * Appends one row.
     *
     * @throws IllegalArgumentException if the row has no spelling that is read back as the same row, is not allowed
     *     here, or nests quoted triples deeper than 1000 levels. The row is not written, and the writer can go on
     * @throws IOException if the output cannot be appended to
     */
    public void write(PatchOperation operation) throws IOException {
        StringBuilder row = new StringBuilder(120);
        append(row, operation);
        if (operation instanceof Transaction border) {
            String problem = transactions.next(border);
            if (problem != null) {
                throw new IllegalArgumentException(problem);
            }
        }
        out.append(row.append(" .\n"));
    }

    /**
     * Marks the end of a patch: {@code Z .}. Needed between patches, and after an empty patch.
     *
     * @throws IllegalArgumentException if a transaction is open
     * @throws IOException if the output cannot be appended to
     */
    public void endOfPatch() throws IOException {
        if (transactions.isOpen()) {
            throw new IllegalArgumentException("a patch ends in an open transaction");
        }
        out.append("Z .\n");
    }

    /**
     * This writer as a handler, which marks the end of every patch. It throws an {@link IOException} as an
     * {@link UncheckedIOException}.
     */
    public PatchHandler handler() {
        return new PatchHandler() {
            @Override
            public void operation(PatchOperation operation) {
                try {
                    write(operation);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void endOfPatch() {
                try {
                    RdfPatchTextWriter.this.endOfPatch();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    private static void append(StringBuilder row, PatchOperation operation) {
        if (operation instanceof PatchOperation.Add add) {
            appendStatement(row.append('A'), add.statement());
        } else if (operation instanceof PatchOperation.Delete delete) {
            appendStatement(row.append('D'), delete.statement());
        } else if (operation instanceof PatchOperation.AddNamespace pa) {
            appendString(row.append("PA "), pa.prefix());
            appendString(row.append(' '), pa.namespace().stringValue());
            appendGraph(row, pa.graph());
        } else if (operation instanceof PatchOperation.DeleteNamespace pd) {
            appendString(row.append("PD "), pd.prefix());
            appendGraph(row, pd.graph());
        } else if (operation instanceof PatchOperation.Header header) {
            appendKey(row.append("H "), header.key());
            appendTerm(row.append(' '), header.value(), 0);
        } else if (operation instanceof Transaction border) {
            row.append(Transactions.code(border));
        }
    }

    private static void appendStatement(StringBuilder row, Statement statement) {
        appendTerm(row.append(' '), statement.getSubject(), 0);
        appendTerm(row.append(' '), statement.getPredicate(), 0);
        appendTerm(row.append(' '), statement.getObject(), 0);
        appendGraph(row, statement.getContext());
    }

    private static void appendGraph(StringBuilder row, @Nullable Resource graph) {
        if (graph == null) {
            return;
        }
        if (graph.isTriple() || RowReader.isDefaultGraph(graph.stringValue())) {
            throw new IllegalArgumentException("RDF Patch text has no spelling for a graph named " + graph);
        }
        appendTerm(row.append(' '), graph, 0);
    }

    /** Appends a header key. A plain word stays as it is; other keys are quoted. */
    private static void appendKey(StringBuilder row, String key) {
        boolean word = !key.isEmpty() && isAsciiLetter(key.charAt(0));
        for (int i = 1; i < key.length() && word; i++) {
            char c = key.charAt(i);
            word = isAsciiLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
        }
        if (word) {
            row.append(key);
        } else {
            appendString(row, key);
        }
    }

    private static boolean isAsciiLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static void appendTerm(StringBuilder row, Value term, int depth) {
        if (term.isIRI()) {
            appendIri(row, term.stringValue());
        } else if (term.isLiteral()) {
            appendLiteral(row, (Literal) term);
        } else if (term instanceof BNode node) {
            appendBlankNode(row, node.getID());
        } else if (term instanceof Triple triple) {
            if (depth == MAX_NESTING) {
                throw new IllegalArgumentException("quoted triples nested deeper than " + MAX_NESTING + " levels");
            }
            appendTerm(row.append("<<( "), triple.getSubject(), depth + 1);
            appendTerm(row.append(' '), triple.getPredicate(), depth + 1);
            appendTerm(row.append(' '), triple.getObject(), depth + 1);
            row.append(" )>>");
        } else {
            throw new IllegalArgumentException("unknown kind of term: " + term.getClass());
        }
    }

    private static void appendIri(StringBuilder row, String iri) {
        if (iri.startsWith("_:")) {
            throw new IllegalArgumentException("the IRI " + iri + " would be read as a blank node");
        }
        appendBracketed(row.append('<'), iri);
    }

    private static void appendBlankNode(StringBuilder row, String label) {
        appendBracketed(row.append("<_:"), label);
    }

    private static void appendBracketed(StringBuilder row, String text) {
        int plain = appendPlain(row, text, PLAIN_IN_BRACKETS);
        for (int i = plain; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isForbiddenInBrackets(c)) {
                appendEscape(row, c);
            } else {
                appendChar(row, text, i);
            }
        }
        row.append('>');
    }

    /** Appends the characters before the first one that may need an escape or a check, and returns their number. */
    private static int appendPlain(StringBuilder row, String text, BitSet plain) {
        int end = 0;
        while (end < text.length() && plain.get(text.charAt(end))) {
            end++;
        }
        row.append(text, 0, end);
        return end;
    }

    private static BitSet plain(String others) {
        BitSet plain = new BitSet(ASCII);
        plain.set(' ', ASCII - 1);
        others.chars().forEach(plain::clear);
        return plain;
    }

    private static boolean isForbiddenInBrackets(char c) {
        return c <= ' ' || FORBIDDEN_IN_BRACKETS.indexOf(c) >= 0;
    }

    private static void appendLiteral(StringBuilder row, Literal literal) {
        appendString(row, literal.getLabel());
        String language = literal.getLanguage().orElse(null);
        if (language != null) {
            if (!LANGUAGE.matcher(language).matches()) {
                throw new IllegalArgumentException("not a language tag: " + language);
            }
            row.append('@').append(language);
        } else if (literal.getCoreDatatype() != CoreDatatype.XSD.STRING) {
            appendIri(row.append("^^"), literal.getDatatype().stringValue());
        }
    }

    /** Appends a string with escapes as in canonical N-Triples. */
    private static void appendString(StringBuilder row, String text) {
        row.append('"');
        int plain = appendPlain(row, text, PLAIN_IN_QUOTES);
        for (int i = plain; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\b' -> row.append("\\b");
                case '\t' -> row.append("\\t");
                case '\n' -> row.append("\\n");
                case '\f' -> row.append("\\f");
                case '\r' -> row.append("\\r");
                case '"' -> row.append("\\\"");
                case '\\' -> row.append("\\\\");
                default -> {
                    if (c < ' ' || c == 0x7F) {
                        appendEscape(row, c);
                    } else {
                        appendChar(row, text, i);
                    }
                }
            }
        }
        row.append('"');
    }

    private static void appendChar(StringBuilder row, String text, int at) {
        char c = text.charAt(at);
        if (Character.isSurrogate(c)) {
            int other = Character.isHighSurrogate(c) ? at + 1 : at - 1;
            boolean pair = other >= 0
                    && other < text.length()
                    && Character.isSurrogate(text.charAt(other))
                    && Character.isHighSurrogate(text.charAt(other)) != Character.isHighSurrogate(c);
            if (!pair) {
                throw new IllegalArgumentException("text with a lone surrogate has no UTF-8");
            }
        }
        row.append(c);
    }

    private static void appendEscape(StringBuilder row, char c) {
        row.append(String.format("\\u%04X", (int) c));
    }
}
