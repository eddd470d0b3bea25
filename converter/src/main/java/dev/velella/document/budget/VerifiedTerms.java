package dev.velella.document.budget;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.jspecify.annotations.Nullable;

/**
 * Makes terms, and refuses invalid ones. All readers use these rules:
 *
 * <ul>
 * <li>An IRI has a scheme, and only characters that the grammar of N-Triples and SPARQL allows between angle brackets
 *     (IRIREF). Therefore {@code http://e/?q=[1]} and {@code http://e/100%} are IRIs here, as in the streams of other
 *     writers.
 * <li>A language tag follows the grammar of N-Triples (LANGTAG).
 * <li>A literal of type rdf:langString has a language; no literal has a direction, because RDF4J cannot hold it.
 * <li>No text holds half a surrogate pair, which has no UTF-8.
 * </ul>
 *
 * <p>Thread-safe.
 */
public class VerifiedTerms extends SimpleValueFactory {
    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]+(-[a-zA-Z0-9]+)*");

    /** Type of RDF 1.2 for a text with a language and a direction. */
    private static final IRI DIRECTED = SimpleValueFactory.getInstance().createIRI(RDF.NAMESPACE, "dirLangString");

    /** For each character of ASCII, whether no IRI may hold it. A message has hundreds of IRIs, so this must be quick. */
    private static final boolean[] NOT_IN_IRIS = new boolean[0x80];

    static {
        for (char c = 0; c < NOT_IN_IRIS.length; c++) {
            NOT_IN_IRIS[c] = c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0;
        }
    }

    /** @throws IllegalArgumentException as {@link #checkIri} */
    @Override
    public IRI createIRI(String text) {
        checkIri(text);
        return super.createIRI(text);
    }

    /**
     * Sets up a parser that makes its terms here: the parser keeps labels of blank nodes, and leaves the checks to this
     * class.
     */
    public static <P extends RDFParser> P settings(P parser) {
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.set(BasicParserSettings.VERIFY_URI_SYNTAX, false);
        parser.set(BasicParserSettings.VERIFY_LANGUAGE_TAGS, false);
        // Without this check the parser makes a literal of type rdf:langString without a language a plain one before
        // this class sees it.
        parser.set(BasicParserSettings.VERIFY_DATATYPE_VALUES, true);
        parser.set(BasicParserSettings.DATATYPE_HANDLERS, List.of());
        return parser;
    }

    /**
     * Checks the text of an IRI.
     *
     * @throws IllegalArgumentException if the text is not absolute, or holds a character that no IRI may hold
     */
    public static void checkIri(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < NOT_IN_IRIS.length && NOT_IN_IRIS[c]) {
                throw new IllegalArgumentException(
                        String.format("not an IRI, as it holds the character U+%04X: %s", (int) c, text.strip()));
            }
        }
        checkText(text);
        if (!hasScheme(text)) {
            throw new IllegalArgumentException("not an absolute IRI: " + text);
        }
    }

    /** Whether a text begins with a scheme and a colon, as an absolute IRI does. */
    public static boolean hasScheme(String text) {
        int colon = text.indexOf(':');
        for (int i = 0; i < colon; i++) {
            char c = text.charAt(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!isLetter && (i == 0 || ((c < '0' || c > '9') && "+-.".indexOf(c) < 0))) {
                return false;
            }
        }
        return colon > 0;
    }

    @Override
    public IRI createIRI(String namespace, String localName) {
        return createIRI(namespace + localName);
    }

    @Override
    public BNode createBNode(String label) {
        checkText(label);
        return super.createBNode(label);
    }

    @Override
    public Literal createLiteral(String label) {
        checkText(label);
        return super.createLiteral(label);
    }

    @Override
    public Literal createLiteral(String label, CoreDatatype datatype) {
        return createLiteral(label, datatype.getIri());
    }

    @Override
    public Literal createLiteral(String label, IRI datatype, CoreDatatype coreDatatype) {
        return createLiteral(label, datatype);
    }

    /** @throws IllegalArgumentException if the type is rdf:langString, because there is no language */
    @Override
    public Literal createLiteral(String label, IRI datatype) {
        checkText(label);
        if (RDF.LANGSTRING.equals(datatype)) {
            throw noLanguage(label);
        } else if (DIRECTED.equals(datatype)) {
            throw noDirection(label);
        }
        return super.createLiteral(label, datatype);
    }

    /** @throws IllegalArgumentException if the text is no language tag */
    @Override
    public Literal createLiteral(String label, String language) {
        checkText(label);
        checkLanguage(language);
        return super.createLiteral(label, language);
    }

    /**
     * Checks a language tag.
     *
     * @throws IllegalArgumentException if the text is no language tag
     */
    public static void checkLanguage(String language) {
        if (!LANGUAGE.matcher(language).matches()) {
            if (language.contains("--")) {
                throw new IllegalArgumentException(
                        "a base direction (@" + language + ") is not supported: RDF4J cannot hold it");
            }
            throw new IllegalArgumentException("not a language tag: " + language);
        }
    }

    /**
     * Checks that a text can be written in UTF-8.
     *
     * @throws IllegalArgumentException if it holds half a surrogate pair; the message shows it as an escape
     */
    public static void checkText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else {
                String begin = text.substring(Math.max(0, i - 40), i);
                throw new IllegalArgumentException(String.format(
                        "half a surrogate pair, which is no character, in a text: %s\\u%04X", begin, (int) c));
            }
        }
    }

    /**
     * Checks the terms of a statement from elsewhere.
     *
     * @throws IllegalArgumentException if a term breaks the rules of this class
     */
    public static void check(Statement statement) {
        check(statement.getSubject());
        check(statement.getPredicate());
        check(statement.getObject());
        check(statement.getContext());
    }

    /**
     * Checks a term from elsewhere; null stands for no term and passes.
     *
     * @throws IllegalArgumentException if the term breaks the rules of this class
     */
    public static void check(@Nullable Value term) {
        if (term == null) {
            return;
        }
        if (term.isIRI()) {
            checkIri(term.stringValue());
        } else if (term.isLiteral()) {
            check((Literal) term);
        } else if (term instanceof BNode node) {
            checkText(node.getID());
        } else if (term instanceof Triple triple) {
            check(triple.getSubject());
            check(triple.getPredicate());
            check(triple.getObject());
        }
    }

    private static void check(Literal literal) {
        checkText(literal.getLabel());
        if (literal.getLanguage().isPresent()) {
            checkLanguage(literal.getLanguage().get());
            return;
        }
        checkIri(literal.getDatatype().stringValue());
        if (DIRECTED.equals(literal.getDatatype())) {
            throw noDirection(literal.getLabel());
        }
        if (literal.getCoreDatatype() == CoreDatatype.RDF.LANGSTRING) {
            throw noLanguage(literal.getLabel());
        }
    }

    private static IllegalArgumentException noDirection(String label) {
        return new IllegalArgumentException(
                "a literal of type rdf:dirLangString is not supported: RDF4J cannot hold its direction: \"" + label
                        + "\"");
    }

    private static IllegalArgumentException noLanguage(String label) {
        return new IllegalArgumentException("a literal of type rdf:langString without a language: \"" + label + "\"");
    }
}
