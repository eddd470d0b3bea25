package dev.velella.document.write;

import java.io.IOException;
import java.io.Writer;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;

/**
 * Writes N-Triples or N-Quads, one statement on each line. A quoted triple is written {@code <<( s p o )>>} where it is
 * an object, as RDF 1.2 does, and {@code << s p o >>} where it is a subject, which RDF 1.2 does not have. Rio's
 * writers of these formats change labels of blank nodes, and hide quoted triples in IRIs.
 */
final class LinesTarget implements GraphTarget {
    private final Writer out;
    private final StringBuilder line = new StringBuilder(256);

    LinesTarget(Writer out) {
        this.out = out;
    }

    /** Quoted triples are written as the triple terms of RDF 1.2, so this is the version of the log. */
    @Override
    public void messages() throws IOException {
        out.append("VERSION \"1.2-messages\"\n");
    }

    @Override
    public void endMessage() throws IOException {
        out.append("MESSAGE\n");
    }

    /** Does nothing, because the formats have no namespaces. */
    @Override
    public void namespace(String prefix, String iri) {}

    @Override
    public void statement(Statement st) throws IOException {
        line.setLength(0);
        append(st.getSubject());
        append(st.getPredicate());
        appendObject(st.getObject());
        Resource graph = st.getContext();
        if (graph != null) {
            append(graph);
        }
        out.append(line.append(".\n"));
    }

    /** Writes a term and a space. */
    private void append(Value term) {
        if (term.isIRI()) {
            line.append('<').append(term.stringValue()).append('>');
        } else if (term.isLiteral()) {
            appendLiteral((Literal) term);
        } else if (term.isBNode()) {
            line.append("_:").append(((BNode) term).getID());
        } else {
            line.append("<< ");
            appendTerms((Triple) term);
            line.append(">>");
        }
        line.append(' ');
    }

    private void appendObject(Value term) {
        if (term.isTriple()) {
            Triple triple = (Triple) term;
            line.append("<<( ");
            appendTerms(triple);
            line.append(")>> ");
        } else {
            append(term);
        }
    }

    private void appendTerms(Triple triple) {
        append(triple.getSubject());
        append(triple.getPredicate());
        appendObject(triple.getObject());
    }

    private void appendLiteral(Literal literal) {
        line.append('"');
        appendEscaped(literal.getLabel());
        line.append('"');
        if (literal.getLanguage().isPresent()) {
            line.append('@').append(literal.getLanguage().get());
        } else if (literal.getCoreDatatype() != CoreDatatype.XSD.STRING) {
            line.append("^^<").append(literal.getDatatype().stringValue()).append('>');
        }
    }

    /** Writes a text with escapes as in canonical N-Triples. */
    private void appendEscaped(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\b' -> line.append("\\b");
                case '\t' -> line.append("\\t");
                case '\n' -> line.append("\\n");
                case '\f' -> line.append("\\f");
                case '\r' -> line.append("\\r");
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                default -> {
                    if (c < ' ' || c == 0x7F) {
                        line.append(String.format("\\u%04X", (int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }
}
