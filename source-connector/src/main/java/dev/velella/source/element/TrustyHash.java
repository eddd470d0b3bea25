package dev.velella.source.element;

import dev.velella.graph.ElementException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * The hash that a trusty URI holds: module RA of the trusty URI specification, version 1, for sets of RDF graphs. The
 * URI's own artifact code may occur in the statements. Pure functions; thread-safe.
 */
final class TrustyHash {
    private static final Pattern ARTIFACT_CODE = Pattern.compile("(?<![A-Za-z0-9_-])RA[A-Za-z0-9_-]{43}$");
    private static final Comparator<Line> ORDER = Comparator.comparing(Line::graph)
            .thenComparing(Line::subject)
            .thenComparing(Line::predicate)
            .thenComparing(Line::label)
            .thenComparing(Line::kind);

    private TrustyHash() {}

    /**
     * One statement as it enters the hash.
     *
     * @param label what is sorted first of an object: 0 and its IRI, or 1 and the label of a literal
     * @param kind language, or datatype, which is sorted after all languages; empty for an IRI
     * @param object text of the object
     */
    private record Line(String graph, String subject, String predicate, String label, String kind, String object) {}

    /** The artifact code at the end of an IRI; null if the IRI has none of module RA. */
    static @Nullable String artifactCode(String iri) {
        Matcher matcher = ARTIFACT_CODE.matcher(iri);
        return matcher.find() ? matcher.group() : null;
    }

    /**
     * The artifact code that the statements have.
     *
     * @param announced code that may stand in the IRIs of the statements, and counts there as one blank character
     * @throws ElementException if there is a blank node or a quoted triple, which have no place in such a hash
     */
    static String of(Collection<Statement> statements, String announced) {
        TreeSet<Line> lines = new TreeSet<>(ORDER);
        for (Statement statement : statements) {
            lines.add(line(statement, announced));
        }
        MessageDigest sha256 = sha256();
        for (Line line : lines) {
            String text = line.graph + '\n' + line.subject + '\n' + line.predicate + '\n' + line.object + '\n';
            sha256.update(text.getBytes(StandardCharsets.UTF_8));
        }
        return "RA" + Base64.getUrlEncoder().withoutPadding().encodeToString(sha256.digest());
    }

    private static Line line(Statement statement, String announced) {
        Value graph = statement.getContext();
        Value object = statement.getObject();
        String kind = "";
        String label;
        String text;
        if (object instanceof Literal literal) {
            String escaped = literal.getLabel().replace("\\", "\\\\").replace("\n", "\\n");
            kind = literal.getLanguage()
                    .map(language -> "@" + language.toLowerCase(Locale.ROOT))
                    .orElseGet(() -> "^" + literal.getDatatype().stringValue());
            label = "1" + literal.getLabel();
            text = kind + " " + escaped;
        } else {
            text = iri(object, announced);
            label = "0" + text;
        }
        return new Line(
                graph == null ? "" : iri(graph, announced),
                iri(statement.getSubject(), announced),
                iri(statement.getPredicate(), announced),
                label,
                kind,
                text);
    }

    private static String iri(Value term, String announced) {
        if (term instanceof BNode || term instanceof Triple) {
            throw new ElementException(
                    "a trusty URI cannot cover " + (term instanceof BNode ? "blank node " : "quoted triple ") + term);
        }
        return term.stringValue().replace(announced, " ");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
