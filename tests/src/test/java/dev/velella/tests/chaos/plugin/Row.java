package dev.velella.tests.chaos.plugin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A row of a graph or of a patch.
 *
 * @param op code of RDF Patch text in a patch; in a graph {@link #STATEMENT} or {@link #NAMESPACE}
 * @param name of a header or a prefix, else null
 * @param graph null in the default graph
 */
public record Row(String op, String name, Term subject, Term predicate, Term object, Term graph) {
    /** A statement of a graph. */
    public static final String STATEMENT = "statement";

    /** A namespace declaration of a graph: a name and the IRI as object. */
    public static final String NAMESPACE = "namespace";

    private static final int DIGEST_BYTES = 12;

    public static Row statement(String op, Term subject, Term predicate, Term object, Term graph) {
        return new Row(op, null, subject, predicate, object, graph);
    }

    public static Row named(String op, String name, Term object) {
        return new Row(op, name, null, null, object, null);
    }

    public static Row bare(String op) {
        return new Row(op, null, null, null, null, null);
    }

    /** What tells lists of rows apart: equal for equal rows in equal order. */
    public static String digest(List<Row> rows) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Row row : rows) {
                digest.update(row.spelling().getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String spelling() {
        StringBuilder text = new StringBuilder(op).append(' ').append(name);
        for (Term term : new Term[] {subject, predicate, object, graph}) {
            text.append(' ').append(term == null ? "-" : term.spelling());
        }
        return text.append('\n').toString();
    }
}
