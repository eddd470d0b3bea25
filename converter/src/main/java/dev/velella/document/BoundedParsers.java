package dev.velella.document;

import java.io.IOException;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.RDFParser;

/**
 * Parsers of Turtle and TriG that are nested no deeper than a budget allows, and that refuse a dot without a digit where a
 * value should stand: Rio takes it for a number and does not move on, so that a collection with it has no end.
 */
public final class BoundedParsers {
    private BoundedParsers() {}

    /**
     * A parser of Turtle.
     *
     * @param star whether quoted triples are read; else they are errors
     */
    public static RDFParser turtle(ValueFactory values, ReadingBudget budget, boolean star) {
        return new Turtle(values, budget, star);
    }

    /**
     * A parser of TriG.
     *
     * @param star whether quoted triples are read; else they are errors
     */
    public static RDFParser trig(ValueFactory values, ReadingBudget budget, boolean star) {
        return new TriG(values, budget, star);
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
        private final boolean star;

        Turtle(ValueFactory values, ReadingBudget budget, boolean star) {
            super(values);
            this.budget = budget;
            this.star = star;
        }

        @Override
        protected Literal parseNumber() throws IOException {
            Literal number = super.parseNumber();
            if (!hasDigit(number)) {
                reportFatalError("a number without a digit");
            }
            return number;
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
        protected Triple parseTripleValue() throws IOException {
            if (!star) {
                reportFatalError("a quoted triple, which is not read here");
            }
            budget.enter();
            Triple quoted = super.parseTripleValue();
            budget.leave();
            return quoted;
        }
    }

    /** As {@link Turtle}, with another class of Rio above it. */
    private static final class TriG extends StarTriGParser {
        private final ReadingBudget budget;
        private final boolean star;

        TriG(ValueFactory values, ReadingBudget budget, boolean star) {
            super(values);
            this.budget = budget;
            this.star = star;
        }

        @Override
        protected Literal parseNumber() throws IOException {
            Literal number = super.parseNumber();
            if (!hasDigit(number)) {
                reportFatalError("a number without a digit");
            }
            return number;
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
        protected Triple parseTripleValue() throws IOException {
            if (!star) {
                reportFatalError("a quoted triple, which is not read here");
            }
            budget.enter();
            Triple quoted = super.parseTripleValue();
            budget.leave();
            return quoted;
        }
    }
}
