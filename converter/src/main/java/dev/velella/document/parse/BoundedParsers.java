package dev.velella.document.parse;

import dev.velella.document.budget.ReadingBudget;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.rio.RDFParser;

/** Parsers of Turtle and TriG, whose nesting has a limit from the budget. */
public final class BoundedParsers {
    private BoundedParsers() {}

    /** A parser of Turtle, with quoted triples. */
    public static RDFParser turtle(ValueFactory values, ReadingBudget budget) {
        return new TurtleParser(values, budget, false, false);
    }

    /** A parser of TriG, with quoted triples. */
    public static RDFParser trig(ValueFactory values, ReadingBudget budget) {
        return new TurtleParser(values, budget, true, false);
    }
}
