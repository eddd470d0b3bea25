package dev.velella.rdfpatch;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * Writes patches as RDF Patch text, one row a line, in the dialect that Apache Jena reads back unchanged.
 *
 * <p>Blank nodes are {@code <_:label>}, literals are spelled as in N-Triples, a graph is the fourth term and the default
 * graph is no term. Prefix names are quoted; the IRI of a deleted prefix is left out, as the format has no place for it.
 * Quoted triples are {@code <<( s p o )>>}. Not thread-safe.
 */
public final class RdfPatchTextWriter {
    private static final int MAX_NESTING = 1000;

    private final Appendable out;

    public RdfPatchTextWriter(Appendable out) {
        this.out = out;
    }

    /**
     * Appends every row of the patch.
     *
     * @throws IllegalArgumentException if a blank node label holds a character that has no spelling between angle
     *     brackets, or quoted triples are nested deeper than 1000 levels; rows before that one are written, the row
     *     itself is not
     * @throws IOException if the output cannot be appended to
     */
    public void write(RdfPatch patch) throws IOException {
        for (PatchOperation operation : patch.operations()) {
            StringBuilder row = new StringBuilder(120);
            append(row, operation);
            out.append(row.append(" .\n"));
        }
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
            row.append(
                    switch (border) {
                        case START -> "TX";
                        case COMMIT -> "TC";
                        case ABORT -> "TA";
                    });
        }
    }

    private static void appendStatement(StringBuilder row, Statement statement) {
        appendTerm(row.append(' '), statement.getSubject(), 0);
        appendTerm(row.append(' '), statement.getPredicate(), 0);
        appendTerm(row.append(' '), statement.getObject(), 0);
        appendGraph(row, statement.getContext());
    }

    private static void appendGraph(StringBuilder row, @Nullable Resource graph) {
        if (graph != null) {
            appendTerm(row.append(' '), graph, 0);
        }
    }

    /** A plain word stands as it is, anything else is quoted. */
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
        if (term instanceof IRI iri) {
            appendIri(row, iri.stringValue());
        } else if (term instanceof BNode node) {
            appendBlankNode(row, node.getID());
        } else if (term instanceof Literal literal) {
            appendLiteral(row, literal);
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
        row.append('<');
        for (int i = 0; i < iri.length(); i++) {
            char c = iri.charAt(i);
            if (isForbiddenInBrackets(c)) {
                appendEscape(row, c);
            } else {
                row.append(c);
            }
        }
        row.append('>');
    }

    private static void appendBlankNode(StringBuilder row, String label) {
        for (int i = 0; i < label.length(); i++) {
            if (isForbiddenInBrackets(label.charAt(i))) {
                throw new IllegalArgumentException("RDF Patch text has no spelling for the blank node label " + label);
            }
        }
        row.append("<_:").append(label).append('>');
    }

    private static boolean isForbiddenInBrackets(char c) {
        return c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0;
    }

    private static void appendLiteral(StringBuilder row, Literal literal) {
        appendString(row, literal.getLabel());
        if (literal.getLanguage().isPresent()) {
            row.append('@').append(literal.getLanguage().get());
        } else if (literal.getCoreDatatype() != CoreDatatype.XSD.STRING) {
            appendIri(row.append("^^"), literal.getDatatype().stringValue());
        }
    }

    /** Escapes as in canonical N-Triples. */
    private static void appendString(StringBuilder row, String text) {
        row.append('"');
        for (int i = 0; i < text.length(); i++) {
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
                        row.append(c);
                    }
                }
            }
        }
        row.append('"');
    }

    private static void appendEscape(StringBuilder row, char c) {
        row.append(String.format("\\u%04X", (int) c));
    }
}
