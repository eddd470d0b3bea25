package dev.velella.document.parse;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.VerifiedTerms;
import java.io.IOException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.turtle.TurtleUtil;

/**
 * Parsers of Turtle and TriG with a limit for nesting, from the budget. They also refuse a dot without a digit in the
 * place of a value. Rio takes such a dot for a number and does not move on. A collection with such a dot would have no
 * end.
 */
public final class BoundedParsers {
    private static final int LONGEST_RELATIVE = 4096;

    private BoundedParsers() {}

    /** A parser of Turtle, with quoted triples. */
    public static RDFParser turtle(ValueFactory values, ReadingBudget budget) {
        return new Turtle(values, budget);
    }

    /** A parser of TriG, with quoted triples. */
    public static RDFParser trig(ValueFactory values, ReadingBudget budget) {
        return new TriG(values, budget);
    }

    /** Replaces the numeric escapes of an IRI by their characters. IRIs have no other escapes. */
    private static String unescaped(String text) {
        for (int at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
            if (at + 1 == text.length() || (text.charAt(at + 1) != 'u' && text.charAt(at + 1) != 'U')) {
                throw new IllegalArgumentException("an IRI may only hold Unicode escapes: " + text);
            }
        }
        return TurtleUtil.decodeString(text);
    }

    /**
     * Checks the length of a relative IRI or of a base. If such an IRI has forbidden characters, Rio reads it again for
     * each of them.
     */
    static String checkedIri(String text) {
        if (text.length() > LONGEST_RELATIVE) {
            throw new DocumentLimitException(
                    DocumentLimitException.Limit.CHARACTERS,
                    "a relative IRI, or a base, longer than " + LONGEST_RELATIVE + " characters");
        }
        return text;
    }

    private static boolean hasDigit(Literal number) {
        String label = number.getLabel();
        for (int i = 0; i < label.length(); i++) {
            if (label.charAt(i) >= '0' && label.charAt(i) <= '9') {
                return true;
            }
        }
        return false;
    }

    private static final class Turtle extends StarTurtleParser {
        private final ReadingBudget budget;

        Turtle(ValueFactory values, ReadingBudget budget) {
            super(values);
            this.budget = budget;
        }

        @Override
        protected Literal parseNumber() throws IOException {
            Literal number = super.parseNumber();
            if (!hasDigit(number)) {
                reportFatalError("a number without a digit");
            }
            return number;
        }

        /**
         * Parses an IRI like Rio, with two differences: an absolute IRI stays as it is, and a relative one has a
         * longest length.
         */
        @Override
        protected IRI parseURI() throws IOException {
            verifyCharacterOrFail(readCodePoint(), "<");
            StringBuilder text = new StringBuilder(64);
            for (int c = readCodePoint(); c != '>'; c = readCodePoint()) {
                if (c == -1) {
                    throwEOFException();
                }
                text.appendCodePoint(c);
            }
            String iri = unescaped(text.toString());
            return VerifiedTerms.hasScheme(iri) ? createURI(iri) : resolveURI(checkedIri(iri));
        }

        @Override
        protected void setBaseURI(String text) {
            super.setBaseURI(checkedIri(text));
        }

        @Override
        protected Value parseValue() throws IOException {
            budget.step();
            return super.parseValue();
        }

        @Override
        protected Resource parseCollection() throws IOException {
            budget.enter();
            Resource list = super.parseCollection();
            budget.leave();
            return list;
        }

        @Override
        protected Resource parseImplicitBlank() throws IOException {
            budget.enter();
            Resource node = super.parseImplicitBlank();
            budget.leave();
            return node;
        }

        @Override
        protected void parseAnnotation() throws IOException {
            budget.enter();
            super.parseAnnotation();
            budget.leave();
        }

        @Override
        protected Triple parseTripleValue() throws IOException {
            budget.enter();
            Triple quoted = super.parseTripleValue();
            budget.leave();
            return quoted;
        }
    }

    /** The same as {@link Turtle}, for a parser that extends another class of Rio. */
    private static final class TriG extends StarTriGParser {
        private final ReadingBudget budget;

        TriG(ValueFactory values, ReadingBudget budget) {
            super(values);
            this.budget = budget;
        }

        @Override
        protected Literal parseNumber() throws IOException {
            Literal number = super.parseNumber();
            if (!hasDigit(number)) {
                reportFatalError("a number without a digit");
            }
            return number;
        }

        /**
         * Parses an IRI like Rio, with two differences: an absolute IRI stays as it is, and a relative one has a
         * longest length.
         */
        @Override
        protected IRI parseURI() throws IOException {
            verifyCharacterOrFail(readCodePoint(), "<");
            StringBuilder text = new StringBuilder(64);
            for (int c = readCodePoint(); c != '>'; c = readCodePoint()) {
                if (c == -1) {
                    throwEOFException();
                }
                text.appendCodePoint(c);
            }
            String iri = unescaped(text.toString());
            return VerifiedTerms.hasScheme(iri) ? createURI(iri) : resolveURI(checkedIri(iri));
        }

        @Override
        protected void setBaseURI(String text) {
            super.setBaseURI(checkedIri(text));
        }

        @Override
        protected Value parseValue() throws IOException {
            budget.step();
            return super.parseValue();
        }

        @Override
        protected Resource parseCollection() throws IOException {
            budget.enter();
            Resource list = super.parseCollection();
            budget.leave();
            return list;
        }

        @Override
        protected Resource parseImplicitBlank() throws IOException {
            budget.enter();
            Resource node = super.parseImplicitBlank();
            budget.leave();
            return node;
        }

        @Override
        protected void parseAnnotation() throws IOException {
            budget.enter();
            super.parseAnnotation();
            budget.leave();
        }

        @Override
        protected Triple parseTripleValue() throws IOException {
            budget.enter();
            Triple quoted = super.parseTripleValue();
            budget.leave();
            return quoted;
        }
    }
}
