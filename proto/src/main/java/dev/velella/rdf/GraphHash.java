package dev.velella.rdf;

import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * Additive 64-bit hash of a set of statements: the sum, modulo 2^64, of the hashes of its members. A change needs one
 * addition or subtraction for each statement, whatever the size of the set. Order does not matter.
 *
 * <p>The hash of a statement covers subject, predicate, object and context, by content: it is the same in every
 * process, and equal for statements that RDF4J calls equal (language tags in any case). It detects mistakes, not
 * attacks. It is stored and sent as {@code h} and 16 lower-case hexadecimal digits. Without the letter, header
 * converters could take it for a number.
 */
public final class GraphHash {
    private static final long MULTIPLIER_1 = 0xBF58476D1CE4E5B9L;
    private static final long MULTIPLIER_2 = 0x94D049BB133111EBL;

    /** Multiplier of the second hash of a text, and its powers modulo 2^64. */
    private static final long P = 0x100000001B3L;

    private static final long P2 = 0x000366000002E329L;
    private static final long P3 = 0x08A97B0004E7FEABL;
    private static final long P4 = 0x9FFAAC085635BC91L;

    private static final Pattern FORM = Pattern.compile("h[0-9a-f]{16}");

    private GraphHash() {}

    /** Hash of the empty set. */
    public static final long EMPTY = 0L;

    /** Hash of one statement. Add it to the hash of a set, or subtract it. */
    public static long of(Statement statement) {
        return of(statement.getSubject(), statement.getPredicate(), statement.getObject(), statement.getContext());
    }

    /** Hash of the statement of these terms; without a context it is in the default graph. */
    public static long of(Value subject, Value predicate, Value object, @Nullable Value context) {
        long h = 0x9E3779B97F4A7C15L;
        h = mix(h + term(subject));
        h = mix(h + term(predicate));
        h = mix(h + term(object));
        return mix(h + term(context));
    }

    /** Value of {@link HashedIri#termHash} for an IRI. */
    public static long ofIri(String iri) {
        return text(2, iri);
    }

    /** Hash of a datatype for {@link #ofLiteral}. */
    public static long ofDatatype(String iri) {
        return text(6, iri);
    }

    /**
     * Value of {@link HashedLiteral#termHash} for a literal without language tag.
     *
     * @param datatype {@link #ofDatatype} of its datatype; not read for a plain literal
     */
    public static long ofLiteral(String label, boolean isPlain, long datatype) {
        long h = text(4, label);
        // The datatype of a plain literal is left out, so that the most frequent kind of literal needs the hash of one
        // string only.
        return isPlain ? h : mix(h + datatype);
    }

    /** Hash of a set of statements; the caller makes sure that no statement is in it twice. */
    public static long ofSet(Iterable<Statement> statements) {
        long sum = EMPTY;
        for (Statement statement : statements) {
            sum += of(statement);
        }
        return sum;
    }

    /** The written form: {@code h} and 16 hexadecimal digits. */
    public static String format(long hash) {
        StringBuilder out = new StringBuilder(17).append('h');
        String digits = Long.toHexString(hash);
        return out.append("0".repeat(16 - digits.length())).append(digits).toString();
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException if the text is not {@code h} and 16 lower-case hexadecimal digits
     */
    public static long parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a graph hash (h and 16 lower-case hexadecimal digits): " + text);
        }
        return Long.parseUnsignedLong(text, 1, 17, 16);
    }

    private static long term(@Nullable Value value) {
        if (value == null) {
            return 1;
        }
        if (value instanceof HashedIri hashed) {
            return hashed.termHash();
        }
        if (value instanceof HashedLiteral hashed) {
            return hashed.termHash();
        }
        if (value instanceof IRI iri) {
            return ofIri(iri.stringValue());
        }
        if (value instanceof BNode bnode) {
            return text(3, bnode.getID());
        }
        if (value instanceof Literal literal) {
            if (literal.getLanguage().isPresent()) {
                return mix(text(4, literal.getLabel())
                        + text(5, foldCase(literal.getLanguage().get())));
            }
            boolean isPlain = literal.getCoreDatatype() == CoreDatatype.XSD.STRING;
            long datatype = isPlain ? 0 : ofDatatype(literal.getDatatype().stringValue());
            return ofLiteral(literal.getLabel(), isPlain, datatype);
        }
        if (value instanceof Triple triple) {
            long h = mix(7 + term(triple.getSubject()));
            h = mix(h + term(triple.getPredicate()));
            return mix(h + term(triple.getObject()));
        }
        throw new IllegalArgumentException("unknown kind of term: " + value.getClass());
    }

    /** One spelling for all texts that {@link String#equalsIgnoreCase} calls equal. */
    private static String foldCase(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = Character.toLowerCase(Character.toUpperCase(chars[i]));
        }
        return new String(chars);
    }

    /** Two multiplicative hashes of the UTF-16 units, with different multipliers, joined to 64 bits. */
    private static long text(int kind, String text) {
        int a = text.hashCode();
        long b = kind;
        int length = text.length();
        int i = 0;
        // four at a time: the same result as b * P + c for each, but the processor can compute them in parallel
        for (; i + 4 <= length; i += 4) {
            b = b * P4 + text.charAt(i) * P3 + text.charAt(i + 1) * P2 + text.charAt(i + 2) * P + text.charAt(i + 3);
        }
        for (; i < length; i++) {
            b = b * P + text.charAt(i);
        }
        return mix(b ^ ((long) a << 32));
    }

    private static long mix(long z) {
        long x = (z ^ (z >>> 30)) * MULTIPLIER_1;
        x = (x ^ (x >>> 27)) * MULTIPLIER_2;
        return x ^ (x >>> 31);
    }
}
