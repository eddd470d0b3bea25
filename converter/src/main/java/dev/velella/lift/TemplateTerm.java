package dev.velella.lift;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.rdf.OpenTerm;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * A term of a template: its text between the holes, and the construction of a term from the filled text. Stateless
 * after construction.
 *
 * <p>In the parsed template, a hole is marked by its number between two characters that no document has
 * ({@link TemplateText}).
 */
abstract class TemplateTerm {
    private static final Pattern MARK = Pattern.compile(TemplateText.OPEN + "(\\d+)" + TemplateText.CLOSE);
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*", Pattern.DOTALL);
    private static final ValueFactory TERMS = new VerifiedTerms();
    private static final ValueFactory UNVERIFIED = SimpleValueFactory.getInstance();

    /**
     * Creates the term for the values of the holes; null if a hole of the term has no value.
     *
     * @param item suffix that distinguishes the items of an array; empty for a payload that is no array
     * @throws IllegalArgumentException if the values do not make a valid term
     */
    abstract @Nullable Value of(HoleValues values, String item);

    /** Whether the term is the same for all payloads. */
    boolean isConstant() {
        return false;
    }

    /**
     * Numbers of the holes of the term, in their order in the term. A blank node has none, but it is another one in each
     * item.
     */
    List<Integer> holes() {
        return List.of();
    }

    /** The kind of the term; null if it has no holes, or if the values decide about it. */
    @Nullable
    OpenTerm kind() {
        return null;
    }

    /** Whether the kind of the term is the same for all values. */
    boolean hasKind() {
        return true;
    }

    /** Whether the term depends on the kind of a value, and not on its text alone. */
    boolean dependsOnKind() {
        return false;
    }

    /** The numbers of the holes in a statement of a parsed template. */
    static List<Integer> holes(Statement statement) {
        List<Integer> holes = new ArrayList<>();
        Matcher mark = MARK.matcher(statement.toString());
        while (mark.find()) {
            holes.add(Integer.valueOf(mark.group(1)));
        }
        return holes;
    }

    /**
     * Creates the template of a term that was parsed with marks for its holes.
     *
     * @param isInBlocks whether the template has blocks, so that a blank node needs a label that no other can have
     * @throws IllegalArgumentException if the term has a hole at a wrong place
     */
    static TemplateTerm of(Value term, boolean isInBlocks) {
        if (term instanceof BNode node) {
            return new Blank(isInBlocks ? node.getID() + "-" : node.getID(), node);
        } else if (term instanceof Literal literal) {
            String language = literal.getLanguage().orElse("");
            boolean hasType = !isPlain(literal.getDatatype().stringValue());
            if (literal.getDatatype().stringValue().equals(TemplateText.OWN_TYPE)) {
                return new Typed(literal.getLabel());
            } else if (hasType || language.startsWith(TemplateText.LANGUAGE)) {
                return new OpenText(literal.getLabel(), literal.getDatatype(), language);
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
        return text.indexOf(TemplateText.OPEN) < 0;
    }

    /** A term without holes. */
    private static final class Constant extends TemplateTerm {
        private final Value term;

        Constant(Value term) {
            this.term = term;
        }

        @Override
        Value of(HoleValues values, String item) {
            return term;
        }

        @Override
        boolean isConstant() {
            return true;
        }
    }

    /** A blank node. Each item of an array gets its own. */
    private static final class Blank extends TemplateTerm {
        private final String label;
        private final BNode node;

        /** @param label stands before the suffix of an item */
        Blank(String label, BNode node) {
            this.label = label;
            this.node = node;
        }

        @Override
        Value of(HoleValues values, String item) {
            return item.isEmpty() ? node : TERMS.createBNode(label + item);
        }
    }

    /** A literal with holes in its label. The filled label is in the lexical space of the datatype. */
    private static final class Text extends TemplateTerm {
        private final Pieces label;
        private final @Nullable String language;
        private final IRI datatype;
        private final CoreDatatype coreDatatype;
        private final LexicalSpace space;
        private final boolean isHex;
        private final boolean isBinary;

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
            isHex = coreDatatype == CoreDatatype.XSD.HEXBINARY;
            isBinary = isHex || coreDatatype == CoreDatatype.XSD.BASE64BINARY;
        }

        @Override
        boolean dependsOnKind() {
            return isHex;
        }

        @Override
        @Nullable
        Value of(HoleValues values, String item) {
            if (!isBinary) {
                label.refuseBytes(values);
            }
            String text = label.filled(values, Pieces.NONE, isHex);
            if (text == null) {
                return null;
            } else if (language != null) {
                return TERMS.createLiteral(text, language);
            }
            return coreDatatype == CoreDatatype.NONE
                    ? TERMS.createLiteral(text, datatype)
                    : TERMS.createLiteral(space.checked(text), coreDatatype);
        }
    }

    /** An IRI with holes. A hole that begins the IRI is filled with an IRI as it is; other values are percent-encoded. */
    private static final class Name extends TemplateTerm {
        private final boolean begins;
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
            begins = marked.startsWith(TemplateText.BEGINS + TemplateText.OPEN);
            text = new Pieces(begins ? marked.substring(TemplateText.BEGINS.length()) : marked);
            sure = !begins
                    && SCHEME.matcher(marked.substring(0, marked.indexOf(TemplateText.OPEN)))
                            .matches();
        }

        @Override
        @Nullable
        Value of(HoleValues values, String item) {
            text.refuseBytes(values);
            String iri = text.filled(values, begins ? 1 : 0, false);
            if (iri == null) {
                return null;
            }
            return sure ? UNVERIFIED.createIRI(iri) : TERMS.createIRI(iri);
        }
    }

    /** A literal whose datatype is that of its only value. */
    private static final class Typed extends TemplateTerm {
        private final Pieces label;
        private final int hole;

        Typed(String marked) {
            label = new Pieces(marked);
            hole = label.holes().get(0);
        }

        @Override
        List<Integer> holes() {
            return label.holes();
        }

        @Override
        boolean hasKind() {
            return false;
        }

        @Override
        @Nullable
        Value of(HoleValues values, String item) {
            String text = values.texts()[hole];
            ValueKind kind = values.kinds()[hole];
            if (text == null || kind == null) {
                return null;
            }
            return TERMS.createLiteral(new LexicalSpace(kind.datatype()).checked(text), kind.datatype());
        }
    }

    /** A literal with a hole in its datatype or language tag, and perhaps others in its label. */
    private static final class OpenText extends TemplateTerm {
        private final Pieces label;
        private final @Nullable Pieces datatype;
        private final int language;
        private final boolean begins;

        OpenText(String marked, IRI markedType, String markedLanguage) {
            label = new Pieces(marked);
            String type = markedType.stringValue();
            begins = type.startsWith(TemplateText.BEGINS);
            boolean hasLanguage = !markedLanguage.isEmpty();
            datatype = hasLanguage ? null : new Pieces(begins ? type.substring(TemplateText.BEGINS.length()) : type);
            language = hasLanguage ? Integer.parseInt(markedLanguage.substring(TemplateText.LANGUAGE.length())) : -1;
        }

        @Override
        List<Integer> holes() {
            List<Integer> holes = new ArrayList<>(label.holes());
            if (datatype == null) {
                holes.add(language);
            } else {
                holes.addAll(datatype.holes());
            }
            return holes;
        }

        @Override
        boolean hasKind() {
            return false;
        }

        @Override
        @Nullable
        Value of(HoleValues values, String item) {
            if (datatype == null) {
                label.refuseBytes(values);
                String text = label.filled(values, Pieces.NONE, false);
                String tag = values.texts()[language];
                return text == null || tag == null ? null : TERMS.createLiteral(text, tag);
            }
            String type = datatype.filled(values, begins ? 1 : 0, false);
            if (type == null) {
                return null;
            }
            IRI iri = TERMS.createIRI(type);
            CoreDatatype core = CoreDatatype.from(iri);
            boolean isHex = core == CoreDatatype.XSD.HEXBINARY;
            if (!isHex && core != CoreDatatype.XSD.BASE64BINARY) {
                label.refuseBytes(values);
            }
            String text = label.filled(values, Pieces.NONE, isHex);
            return text == null ? null : TERMS.createLiteral(new LexicalSpace(core).checked(text), iri);
        }
    }

    /** Text with holes. */
    private static final class Pieces {
        /** Says that no value is percent-encoded. */
        static final int NONE = Integer.MAX_VALUE;

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

        /** @throws IllegalArgumentException if a hole finds bytes, which are no text */
        void refuseBytes(HoleValues values) {
            for (int hole : holes) {
                if (values.kinds()[hole] == ValueKind.BYTES) {
                    throw new IllegalArgumentException(
                            "bytes are no text; give the literal the datatype xsd:base64Binary or xsd:hexBinary");
                }
            }
        }

        /**
         * The text with the values in it; null if one is missing.
         *
         * @param encodedFrom index of the first hole whose value is percent-encoded, and with it those after it
         * @param inHex whether bytes are written in hexadecimal digits, and not in Base64
         */
        @Nullable
        String filled(HoleValues values, int encodedFrom, boolean inHex) {
            if (holes.length == 1
                    && constant.get(0).isEmpty()
                    && constant.get(1).isEmpty()) {
                return value(values, holes[0], encodedFrom == 0, inHex);
            }
            for (int hole : holes) {
                if (values.texts()[hole] == null) {
                    return null;
                }
            }
            StringBuilder out = new StringBuilder(constant.get(0));
            for (int i = 0; i < holes.length; i++) {
                String value = value(values, holes[i], i >= encodedFrom, inHex);
                out.append(value).append(constant.get(i + 1));
            }
            return out.toString();
        }

        private static @Nullable String value(HoleValues values, int hole, boolean encoded, boolean inHex) {
            String value = values.texts()[hole];
            if (value == null) {
                return null;
            } else if (inHex && values.kinds()[hole] == ValueKind.BYTES) {
                return HexFormat.of()
                        .withUpperCase()
                        .formatHex(Base64.getDecoder().decode(value));
            }
            return encoded ? IriText.encoded(value, "") : value;
        }
    }
}
