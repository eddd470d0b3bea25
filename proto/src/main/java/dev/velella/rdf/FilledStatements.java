package dev.velella.rdf;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a template with values for its open terms. As a list, it makes a new statement object each time a
 * statement is read. A caller that knows templates makes no statements. Immutable and thread-safe.
 */
public final class FilledStatements extends AbstractList<Statement> implements RandomAccess {
    private static final ValueFactory STATEMENTS = SimpleValueFactory.getInstance();

    private final StatementTemplate template;
    private final Value[] terms;

    @SuppressWarnings("ReferenceEquality") // constants are the template's own objects
    FilledStatements(StatementTemplate template, Value[] terms) {
        if (terms.length != template.terms()) {
            throw new IllegalArgumentException(terms.length + " terms for a template of " + template.terms());
        }
        for (int place = 0; place < terms.length; place++) {
            OpenTerm open = template.open(place);
            Value term = terms[place];
            if (term == null || (open == null ? template.constant(place) != term : !open.fits(term))) {
                throw new IllegalArgumentException("the term " + term + " does not fit place " + place);
            }
        }
        this.template = template;
        this.terms = terms;
    }

    /** The template. */
    public StatementTemplate template() {
        return template;
    }

    /** The same statements in the order of another template, which has the same terms at the same places. */
    public FilledStatements in(StatementTemplate other) {
        return new FilledStatements(other, terms);
    }

    /** The term of a place. */
    public Value term(int place) {
        return terms[place];
    }

    /** The sum over all uses of all terms. */
    public long sum(TermMeasure measure) {
        return template.sum(terms, measure);
    }

    /** The context of the first statement that has one. */
    Resource firstContext() {
        int row = 0;
        while (template.place(row, StatementTable.CONTEXT) == StatementTemplate.DEFAULT_GRAPH) {
            row++;
        }
        return TermCasts.resource(terms[template.place(row, StatementTable.CONTEXT)]);
    }

    /** The statements of the default graph. */
    List<Statement> defaultGraph() {
        List<Statement> statements = new ArrayList<>(template.defaultGraphRows().length);
        for (int row : template.defaultGraphRows()) {
            statements.add(get(row));
        }
        return statements;
    }

    /** The terms of all statements, one after the other, as a {@link StatementTable} has them; null for no context. */
    @Nullable
    Object[] cells() {
        @Nullable Object[] cells = new Object[StatementTable.POSITIONS * size()];
        for (int row = 0; row < size(); row++) {
            for (int position = 0; position < StatementTable.POSITIONS; position++) {
                int place = template.place(row, position);
                cells[StatementTable.POSITIONS * row + position] =
                        place == StatementTemplate.DEFAULT_GRAPH ? null : terms[place];
            }
        }
        return cells;
    }

    @Override
    public Statement get(int row) {
        Objects.checkIndex(row, size());
        Resource subject = TermCasts.resource(terms[template.place(row, StatementTable.SUBJECT)]);
        int context = template.place(row, StatementTable.CONTEXT);
        return context == StatementTemplate.DEFAULT_GRAPH
                ? STATEMENTS.createStatement(
                        subject,
                        TermCasts.iri(terms[template.place(row, StatementTable.PREDICATE)]),
                        terms[template.place(row, StatementTable.OBJECT)])
                : STATEMENTS.createStatement(
                        subject,
                        TermCasts.iri(terms[template.place(row, StatementTable.PREDICATE)]),
                        terms[template.place(row, StatementTable.OBJECT)],
                        TermCasts.resource(terms[context]));
    }

    @Override
    public int size() {
        return template.rows();
    }
}
