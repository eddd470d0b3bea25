package dev.velella.document.write;

import dev.velella.document.format.UnwritableException;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/** Refuses terms that RDF/XML cannot express, or that readers would take for other terms. */
final class XmlTerms {
    /** Names in the RDF namespace that have another meaning at the place of a predicate in RDF/XML. */
    private static final Set<String> SYNTAX_NAMES = Set.of(
            "li",
            "RDF",
            "ID",
            "about",
            "bagID",
            "parseType",
            "resource",
            "nodeID",
            "datatype",
            "Description",
            "aboutEach",
            "aboutEachPrefix");

    private XmlTerms() {}

    /** @throws UnwritableException names the term */
    static void check(Statement st) {
        IRI predicate = st.getPredicate();
        if (predicate.getNamespace().equals(RDF.NAMESPACE) && SYNTAX_NAMES.contains(predicate.getLocalName())) {
            throw new UnwritableException("RDF/XML has no spelling for the predicate " + predicate);
        }
        check(st.getSubject());
        check(predicate);
        check(st.getObject());
    }

    private static void check(Value term) {
        if (term instanceof BNode) {
            return; // the label is checked when it is written
        }
        if (term instanceof Literal literal) {
            check(literal.getDatatype());
        }
        term.stringValue().codePoints().filter(c -> !isXml(c)).findFirst().ifPresent(c -> {
            throw new UnwritableException(
                    String.format("RDF/XML has no spelling for a term with the character U+%04X: %s", c, term));
        });
    }

    /** Production Char of XML 1.0, without the carriage return, because readers turn it into a line feed. */
    private static boolean isXml(int c) {
        return c == '\t' || c == '\n' || (c >= ' ' && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
    }
}
