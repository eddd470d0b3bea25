package dev.velella.sink.remote;

import dev.velella.sink.store.PatchRefusedException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/**
 * Terms as SPARQL 1.1 writes them. Every term comes from a topic and may be hostile: what cannot be written is refused, so
 * that no term can end its quotes. Blank nodes become IRIs, or are refused. Immutable.
 */
final class SparqlText {
    /** What IRIREF of the grammar leaves out. */
    private static final Pattern NOT_IN_IRI = Pattern.compile("[\\x00-\\x20<>\"{}|^`\\\\]");

    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]+(-[a-zA-Z0-9]+)*");

    private final RemoteSettings.BlankNodes blankNodes;
    private final String genidBase;

    /**
     * @param blankNodes what becomes of blank nodes
     * @param genidBase begin of IRIs in place of blank nodes
     */
    SparqlText(RemoteSettings.BlankNodes blankNodes, String genidBase) {
        this.blankNodes = blankNodes;
        this.genidBase = genidBase;
    }

    /** @throws PatchRefusedException if a term of the statement cannot be written */
    void check(Statement statement) {
        StringBuilder nowhere = new StringBuilder();
        triple(nowhere, statement);
        if (statement.getContext() != null) {
            term(nowhere, statement.getContext());
        }
    }

    /** Appends subject, predicate and object. */
    void triple(StringBuilder to, Statement statement) {
        term(to, statement.getSubject());
        to.append(' ');
        term(to, statement.getPredicate());
        to.append(' ');
        term(to, statement.getObject());
        to.append(" .\n");
    }

    /** Appends a term. */
    void term(StringBuilder to, Value term) {
        if (term instanceof IRI iri) {
            iri(to, iri.stringValue());
        } else if (term instanceof Literal literal) {
            literal(to, literal);
        } else if (term instanceof BNode node) {
            if (blankNodes == RemoteSettings.BlankNodes.REFUSE) {
                throw new PatchRefusedException("the patch has a blank node (" + node
                        + "), and SPARQL cannot delete those: set blank.nodes=auto, or do without blank nodes");
            }
            iri(
                    to,
                    genidBase
                            + URLEncoder.encode(node.getID(), StandardCharsets.UTF_8)
                                    .replace("+", "%20"));
        } else {
            throw new PatchRefusedException("the patch has a quoted triple (RDF-star), and SPARQL 1.1 has none: "
                    + "use target=memory, or target=http with target.rdf.star=true");
        }
    }

    /** What a term that was read stands for: an IRI in place of a blank node is that node again. */
    Value restored(Value term) {
        return term instanceof IRI iri ? restored(iri) : term;
    }

    /** As the other, for subjects. */
    Resource restored(Resource term) {
        return term instanceof IRI iri ? restored(iri) : term;
    }

    private Resource restored(IRI iri) {
        String text = iri.stringValue();
        if (blankNodes == RemoteSettings.BlankNodes.REFUSE || !text.startsWith(genidBase)) {
            return iri;
        }
        try {
            return SimpleValueFactory.getInstance()
                    .createBNode(URLDecoder.decode(
                            text.substring(genidBase.length()).replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return iri; // not one of ours
        }
    }

    /** Appends an IRI in angle brackets. */
    static void iri(StringBuilder to, String iri) {
        if (NOT_IN_IRI.matcher(iri).find() || isMalformed(iri)) {
            throw new PatchRefusedException(
                    "the patch has an IRI with a character that no IRI may have: <" + iri + ">");
        }
        to.append('<').append(iri).append('>');
    }

    private static void literal(StringBuilder to, Literal literal) {
        string(to, literal.getLabel());
        String language = literal.getLanguage().orElse(null);
        if (language != null) {
            if (!LANGUAGE.matcher(language).matches()) {
                throw new PatchRefusedException("the patch has a literal with a malformed language tag: " + language);
            }
            to.append('@').append(language);
        } else if (RDF.LANGSTRING.equals(literal.getDatatype())) {
            throw new PatchRefusedException("the patch has a literal of type rdf:langString without a language");
        } else if (!XSD.STRING.equals(literal.getDatatype())) {
            to.append("^^");
            iri(to, literal.getDatatype().stringValue());
        }
    }

    /**
     * Appends a string in quotes. A {@code u} behind a backslash is written as an escape: parsers differ on whether
     * {@code \\u0041} is a backslash and five letters, or two escapes of different stages.
     */
    static void string(StringBuilder to, String text) {
        if (isMalformed(text)) {
            throw new PatchRefusedException("the patch has a string with half a surrogate pair");
        }
        to.append('"');
        boolean behindBackslash = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> to.append("\\\"");
                case '\\' -> to.append("\\\\");
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                case 'u', 'U' -> to.append(behindBackslash ? (c == 'u' ? "\\u0075" : "\\u0055") : String.valueOf(c));
                default -> to.append(c);
            }
            behindBackslash = c == '\\';
        }
        to.append('"');
    }

    private static boolean isMalformed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isHighSurrogate(text.charAt(i))) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return true;
                }
            } else if (Character.isLowSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
