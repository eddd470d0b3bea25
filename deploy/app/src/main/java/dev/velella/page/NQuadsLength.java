package dev.velella.page;

import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/** Computes the length, in bytes, of a statement as a line of canonical N-Quads, without writing the line. */
public final class NQuadsLength {
    private NQuadsLength() {}

    /** Bytes of the line, including its line end. */
    public static long of(Statement statement) {
        long n = of(statement.getSubject()) + 1 + of(statement.getPredicate()) + 1 + of(statement.getObject());
        if (statement.getContext() != null) {
            n += 1 + of(statement.getContext());
        }
        return n + " .\n".length();
    }

    private static long of(Value value) {
        if (value instanceof IRI) {
            return 2 + utf8(value.stringValue());
        } else if (value instanceof BNode bnode) {
            return 2 + utf8(bnode.getID());
        } else if (value instanceof Literal literal) {
            long n = 2 + escaped(literal.getLabel());
            if (literal.getLanguage().isPresent()) {
                return n + 1 + literal.getLanguage().get().length();
            }
            return literal.getCoreDatatype() == CoreDatatype.XSD.STRING ? n : n + 2 + of(literal.getDatatype());
        }
        Triple triple = (Triple) value;
        return 6 + of(triple.getSubject()) + of(triple.getPredicate()) + of(triple.getObject());
    }

    private static long escaped(String text) {
        long n = utf8(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f') {
                n++;
            } else if (c < 0x20 || c == 0x7F) {
                n += 5;
            }
        }
        return n;
    }

    private static long utf8(String text) {
        long n = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A pair of surrogates makes four bytes.
                n += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return n;
    }
}
