package dev.velella.rdf;

import org.jspecify.annotations.Nullable;

/** The shape of a graph that is an element of a stream (RDF-STaX stream types). The graph's statements tell it. */
public enum GraphShape {
    /** Statements of the default graph only; an empty element has this shape too. */
    GRAPH,
    /** Exactly one graph name, and every default-graph statement has that name as its subject. */
    NAMED_GRAPH,
    /** Anything else. */
    DATASET;

    /** Tells the shape of a graph by looking at every statement, or at the template if the template tells it. */
    @SuppressWarnings("ReferenceEquality") // any other object is compared by its text
    public static GraphShape of(RdfGraph element) {
        GraphShape certain = element.statements() instanceof FilledStatements filled
                ? filled.template().shape()
                : null;
        if (certain != null) {
            return certain;
        }
        StatementTable statements = StatementTable.of(element.statements());
        Object name = firstName(statements);
        if (name == null) {
            return GRAPH;
        }
        for (int row = 0; row < statements.size(); row++) {
            Object context = statements.cell(row, StatementTable.CONTEXT);
            Object mustBeName = context == null ? statements.cell(row, StatementTable.SUBJECT) : context;
            if (mustBeName != name && !name.equals(mustBeName)) {
                return DATASET;
            }
        }
        return NAMED_GRAPH;
    }

    private static @Nullable Object firstName(StatementTable statements) {
        for (int row = 0; row < statements.size(); row++) {
            Object context = statements.cell(row, StatementTable.CONTEXT);
            if (context != null) {
                return context;
            }
        }
        return null;
    }
}
