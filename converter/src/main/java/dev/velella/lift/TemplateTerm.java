package dev.velella.lift;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.rdf.OpenTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * A term of a template: its text between the holes, and the construction of a term from the filled text. Stateless
 * after construction.
 *
 * <p>While a template is parsed, a hole is marked by its number between two characters that no document has.
 */
abstract class TemplateTerm {
    /**
     * Begins the mark of a hole while the template is parsed. No document has this character, but an IRI may contain
     * it.
     */
    static final char OPEN = '\uE000';

    static final char CLOSE = '\uE001';

    /** Prefix of a hole that is a whole IRI. Without the prefix, the parser would take the hole for a relative IRI. */
    static final String WHOLE = "hole:";

    private static final Pattern MARK = Pattern.compile(OPEN + "(\\d+)" + CLOSE);
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*", Pattern.DOTALL);
    private static final ValueFactory TERMS = new VerifiedTerms();
    private static final ValueFactory UNVERIFIED = SimpleValueFactory.getInstance();

    /**
     * Creates the term for the values of the holes; null if a hole of the term has no value.
     *
     * @param item suffix that distinguishes the items of an array; empty for a payload that is no array
     * @throws IllegalArgumentException if the values do not make a valid term
     */
    abstract @Nullable Value of(@Nullable String[] values, String item);

    /** Whether the term is the same for all payloads. */
    abstract boolean isConstant();

    /**
     * Numbers of the holes of the term, in their order in the term. A blank node has none, but it is another one in each
     * item.
     */
    List<Integer> holes() {
        return List.of();
    }

    /** The kind of the term; null if it has no holes. */
    @Nullable
    OpenTerm kind() {
        return null;
    }

    /**
     * Creates the template of a term that was parsed with marks for its holes.
     *
     * @throws IllegalArgumentException if the term has a hole at a wrong place
     */
    static TemplateTerm of(Value term) {
        if (term instanceof BNode node) {
            return new Blank(node);
        } else if (term instanceof Literal literal) {
            if (literal.getDatatype().stringValue().indexOf(OPEN) >= 0) {
                throw new IllegalArgumentException("has a hole in a datatype; holes are in IRIs and literals");
            }
            return isPlain(literal.getLabel()) ? new Constant(term) : new Text(literal);
        } else if (term instanceof IRI && !isPlain(term.stringValue())) {
            return new Name(term.stringValue());
        } else if (!isPlain(term.toString())) {
            throw new IllegalArgumentException("has a hole in a quoted triple; holes are in IRIs and literals");
        }
        return new Constant(term);
    }

    private static boolean isPlain(String text) {
        return text.indexOf(OPEN) < 0;
    }

    /** A term without holes. */
    private static final class Constant extends TemplateTerm {
        private final Value term;

        Constant(Value term) {
            this.term = term;
        }

        @Override
        Value of(@Nullable String[] values, String item) {
            return term;
        }

        @Override
        boolean isConstant() {
            return true;
        }
    }

    /** A blank node. Each item of an array gets its own. */
    private static final class Blank extends TemplateTerm {
        private final BNode node;

        Blank(BNode node) {
            this.node = node;
        }

        @Override
        Value of(@Nullable String[] values, String item) {
            return item.isEmpty() ? node : TERMS.createBNode(node.getID() + item);
        }

        @Override
        boolean isConstant() {
            return false;
        }
    }

    /** A literal with holes in its label. The filled label is in the lexical space of the datatype. */
    private static final class Text extends TemplateTerm {
        private final Pieces label;
        private final @Nullable String language;
        private final IRI datatype;
        private final CoreDatatype coreDatatype;
        private final LexicalSpace space;

        @Override
        List<Integer> holes() {
            return label.holes();
        }

        @Override
        OpenTerm kind() {
            return new OpenTerm(datatype, language);
        }

        Text(Literal literal) {
            label = new Pieces(literal.getLabel());
            language = literal.getLanguage().orElse(null);
            datatype = literal.getDatatype();
            coreDatatype = literal.getCoreDatatype();
            space = new LexicalSpace(coreDatatype);
        }

        @Override
        @Nullable
        Value of(@Nullable String[] values, String item) {
            String text = label.filled(values, false);
            if (text == null) {
                return null;
            } else if (language != null) {
                return TERMS.createLiteral(text, language);
            }
            return coreDatatype == CoreDatatype.NONE
                    ? TERMS.createLiteral(text, datatype)
                    : TERMS.createLiteral(space.checked(text), coreDatatype);
        }

        @Override
        boolean isConstant() {
            return false;
        }
    }

    /** An IRI with holes. If the whole IRI is a hole, the value is an IRI. Otherwise the values are percent-encoded. */
    private static final class Name extends TemplateTerm {
        private final boolean whole;
        private final Pieces text;

        /**
         * Whether the scheme of the IRI is before all holes. The filled text is then always an IRI, because values are
         * percent-encoded.
         */
        private final boolean sure;

        @Override
        List<Integer> holes() {
            return text.holes();
        }

        @Override
        OpenTerm kind() {
            return OpenTerm.ANY_IRI;
        }

        Name(String marked) {
            whole = marked.startsWith(WHOLE + OPEN);
            text = new Pieces(whole ? marked.substring(WHOLE.length()) : marked);
            sure = !whole
                    && SCHEME.matcher(marked.substring(0, marked.indexOf(OPEN))).matches();
        }

        @Override
        @Nullable
        Value of(@Nullable String[] values, String item) {
            String iri = text.filled(values, !whole);
            if (iri == null) {
                return null;
            }
            return sure ? UNVERIFIED.createIRI(iri) : TERMS.createIRI(iri);
        }

        @Override
        boolean isConstant() {
            return false;
        }
    }

    /** Text with holes. */
    private static final class Pieces {
        /** The text before each hole, and the text after the last hole. */
        private final List<String> constant = new ArrayList<>();

        private final int[] holes;

        Pieces(String marked) {
            List<Integer> numbers = new ArrayList<>();
            Matcher mark = MARK.matcher(marked);
            int end = 0;
            while (mark.find()) {
                constant.add(marked.substring(end, mark.start()));
                numbers.add(Integer.valueOf(mark.group(1)));
                end = mark.end();
            }
            constant.add(marked.substring(end));
            holes = numbers.stream().mapToInt(Integer::intValue).toArray();
        }

        List<Integer> holes() {
            return IntStream.of(holes).boxed().toList();
        }

        @Nullable
        String filled(@Nullable String[] values, boolean encoded) {
            if (holes.length == 1
                    && constant.get(0).isEmpty()
                    && constant.get(1).isEmpty()) {
                String value = values[holes[0]];
                return value == null || !encoded ? value : IriText.encoded(value, "");
            }
            StringBuilder out = new StringBuilder(constant.get(0));
            for (int i = 0; i < holes.length; i++) {
                String value = values[holes[i]];
                if (value == null) {
                    return null;
                }
                out.append(encoded ? IriText.encoded(value, "") : value).append(constant.get(i + 1));
            }
            return out.toString();
        }
    }
}
