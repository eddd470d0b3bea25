package dev.velella.sink.remote;

import dev.velella.sink.error.PatchRefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/**
 * Writes terms as SPARQL 1.1 text. Every term comes from a topic and may be hostile. A term that cannot be written
 * safely is refused, so that no term can end its quotes. Blank nodes are refused too, because SPARQL cannot delete
 * them. Immutable.
 */
public final class SparqlText {
    /** The characters that the production IRIREF of the grammar does not allow. */
    private static final Pattern NOT_IN_IRI = Pattern.compile("[\\x00-\\x20<>\"{}|^`\\\\]");

    private static final int USES_THAT_PAY = 3;

    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]+(-[a-zA-Z0-9]+)*");

    /** A writer without prefixes. */
    public static final SparqlText PLAIN = new SparqlText(Map.of());

    /** Namespace to prefix with colon. */
    private final Map<String, String> prefixes;

    private SparqlText(Map<String, String> prefixes) {
        this.prefixes = prefixes;
    }

    /**
     * Makes a writer with a prefix for every namespace for which it makes the text of some statements shorter.
     * Endpoints need most of their time to read the text of an update. Without prefixes, Jena 5.6 takes several times
     * as long for patches of sensor readings.
     *
     * @param fixed namespaces that always get a prefix
     */
    public static SparqlText of(Collection<String> fixed, Collection<List<Statement>> statements) {
        Map<String, Integer> uses = new LinkedHashMap<>();
        fixed.forEach(namespace -> uses.put(namespace, USES_THAT_PAY));
        for (List<Statement> some : statements) {
            for (Statement statement : some) {
                count(uses, statement.getSubject());
                count(uses, statement.getPredicate());
                count(uses, statement.getObject());
            }
        }
        Map<String, String> prefixes = new LinkedHashMap<>();
        uses.forEach((namespace, times) -> {
            if (times >= USES_THAT_PAY && isWritable(namespace)) {
                prefixes.put(namespace, "n" + prefixes.size() + ":");
            }
        });
        return new SparqlText(prefixes);
    }

    private static void count(Map<String, Integer> uses, Value term) {
        if (term instanceof IRI iri) {
            int length = namespaceLength(iri.stringValue());
            if (length > 0) {
                uses.merge(iri.stringValue().substring(0, length), 1, Integer::sum);
            }
        } else if (term instanceof Literal literal) {
            count(uses, literal.getDatatype());
        }
    }

    /**
     * Length of the part of an IRI that a prefix can replace; 0 if the rest is no local name that every parser can
     * read.
     */
    private static int namespaceLength(String iri) {
        int length = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1;
        if (length == 0 || length == iri.length() || !isLetter(iri.charAt(length))) {
            return 0;
        }
        for (int i = length + 1; i < iri.length(); i++) {
            char c = iri.charAt(i);
            if (!isLetter(c) && (c < '0' || c > '9') && c != '_') {
                return 0;
            }
        }
        return length;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /** Appends the declarations of the prefixes, for the begin of a request. */
    public void prologue(StringBuilder to) {
        prefixes.forEach((namespace, prefix) -> {
            to.append("PREFIX ").append(prefix).append(' ');
            fullIri(to, namespace);
            to.append('\n');
        });
    }

    /**
     * Checks that a term of a statement can be written.
     *
     * @param iris checks IRIs, see {@link #checkIri}
     * @throws PatchRefusedException if it cannot be written
     */
    public static void check(Value term, CheckedIris iris) {
        if (term instanceof IRI iri) {
            iris.check(iri);
        } else if (term instanceof Literal literal) {
            checkString(literal.getLabel());
            language(literal);
            iris.check(literal.getDatatype());
        } else {
            throw unwritable(term);
        }
    }

    /**
     * Checks that an IRI can be written.
     *
     * @throws PatchRefusedException if it cannot be written
     */
    public static void checkIri(IRI iri) {
        checkIriText(iri.stringValue());
    }

    private static void checkIriText(String iri) {
        if (NOT_IN_IRI.matcher(iri).find() || isMalformed(iri)) {
            throw new PatchRefusedException(
                    "the patch has an IRI with a character that no IRI may have: <" + iri + ">");
        }
        if (!staysAsItIs(iri)) {
            throw new PatchRefusedException(
                    "the patch has an IRI without a scheme, or with . or .. as a part of its path,"
                            + " of which a SPARQL endpoint makes another one: <" + iri + ">");
        }
    }

    /** Appends triples. Triples with the same subject, or the same subject and predicate, are grouped. */
    public void triples(StringBuilder to, List<Statement> statements) {
        Map<Resource, Map<IRI, List<Value>>> subjects = new LinkedHashMap<>();
        for (Statement statement : statements) {
            subjects.computeIfAbsent(statement.getSubject(), subject -> new LinkedHashMap<>())
                    .computeIfAbsent(statement.getPredicate(), predicate -> new ArrayList<>())
                    .add(statement.getObject());
        }
        subjects.forEach((subject, predicates) -> {
            term(to, subject);
            String before = " ";
            for (Map.Entry<IRI, List<Value>> each : predicates.entrySet()) {
                to.append(before);
                term(to, each.getKey());
                String comma = " ";
                for (Value object : each.getValue()) {
                    to.append(comma);
                    term(to, object);
                    comma = " , ";
                }
                before = " ; ";
            }
            to.append(" .\n");
        });
    }

    /** Appends a term. */
    public void term(StringBuilder to, Value term) {
        if (term instanceof IRI iri) {
            iri(to, iri.stringValue());
        } else if (term instanceof Literal literal) {
            literal(to, literal);
        } else {
            throw unwritable(term);
        }
    }

    private static PatchRefusedException unwritable(Value term) {
        return term instanceof BNode
                ? new PatchRefusedException("the patch has a blank node (" + term
                        + "), and SPARQL cannot delete those: set blank.nodes=auto, or do without blank nodes")
                : new PatchRefusedException("the patch has a quoted triple (RDF-star), and SPARQL 1.1 has none: "
                        + "use target=memory, or target=http with target.rdf.star=true");
    }

    private void iri(StringBuilder to, String iri) {
        if (!prefixes.isEmpty()) {
            int length = namespaceLength(iri);
            String prefix = length == 0 ? null : prefixes.get(iri.substring(0, length));
            if (prefix != null) {
                to.append(prefix).append(iri, length, iri.length());
                return;
            }
        }
        fullIri(to, iri);
    }

    /** Appends an IRI in angle brackets. */
    public static void fullIri(StringBuilder to, String iri) {
        checkIriText(iri);
        to.append('<').append(iri).append('>');
    }

    private static boolean isWritable(String iri) {
        return !NOT_IN_IRI.matcher(iri).find() && !isMalformed(iri) && staysAsItIs(iri);
    }

    /**
     * Whether endpoints keep an IRI unchanged. They resolve a relative IRI against the address of the request or of the
     * server, and some remove dots from a path: Jena 5.6 makes {@code http://a/c} of {@code http://a/b/../c}.
     */
    private static boolean staysAsItIs(String iri) {
        int colon = iri.indexOf(':');
        if (colon <= 0 || !isLetter(iri.charAt(0))) {
            return false;
        }
        for (int i = 1; i < colon; i++) {
            char c = iri.charAt(i);
            if (!isLetter(c) && (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
                return false;
            }
        }
        return !hasDotSegment(iri, colon + 1);
    }

    private static boolean hasDotSegment(String iri, int begin) {
        int segment = begin;
        for (int i = begin; i <= iri.length(); i++) {
            char c = i == iri.length() ? '#' : iri.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                if (iri.startsWith("..", segment) ? i == segment + 2 : i == segment + 1 && iri.charAt(segment) == '.') {
                    return true;
                }
                if (c != '/') {
                    return false;
                }
                segment = i + 1;
            }
        }
        return false;
    }

    private void literal(StringBuilder to, Literal literal) {
        string(to, literal.getLabel());
        String language = language(literal);
        if (language != null) {
            to.append('@').append(language);
        } else if (!XSD.STRING.equals(literal.getDatatype())) {
            to.append("^^");
            iri(to, literal.getDatatype().stringValue());
        }
    }

    /** The language of a literal; null if it has none. */
    private static @Nullable String language(Literal literal) {
        String language = literal.getLanguage().orElse(null);
        if (language != null && !LANGUAGE.matcher(language).matches()) {
            throw new PatchRefusedException("the patch has a literal with a malformed language tag: " + language);
        }
        if (language == null && RDF.LANGSTRING.equals(literal.getDatatype())) {
            throw new PatchRefusedException("the patch has a literal of type rdf:langString without a language");
        }
        return language;
    }

    private static void checkString(String text) {
        if (isMalformed(text)) {
            throw new PatchRefusedException("the patch has a string with half a surrogate pair");
        }
    }

    /**
     * Appends a string in quotes. A {@code u} behind a backslash is written as an escape: parsers differ on whether
     * {@code \\u0041} is a backslash and five letters, or two escapes of different stages.
     */
    public static void string(StringBuilder to, String text) {
        checkString(text);
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
