package dev.velella.view.sparql;

import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.AnswerFailedException.Reason;
import dev.velella.view.answer.CompiledView;
import dev.velella.view.answer.Evaluation;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.data.Touch;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.parser.ParsedGraphQuery;
import org.eclipse.rdf4j.query.parser.ParsedQuery;

/** A CONSTRUCT query as a view: a graph. Immutable. */
public final class ConstructView implements CompiledView {
    private final ViewDefinition definition;
    private final Query query;
    private final Template template;

    /**
     * Compiles a view of kind CONSTRUCT.
     *
     * @throws ViewRefusedException if it is refused
     */
    public ConstructView(ViewDefinition definition, StaticData fixed) {
        this.definition = definition;
        ParsedQuery parsed = Query.parse(definition);
        TupleExpr whole = parsed.getTupleExpr();
        if (!(parsed instanceof ParsedGraphQuery) || Template.isDescription(whole)) {
            throw new ViewRefusedException(Refusal.QUERY_FORM, definition.name(), "query", "is no CONSTRUCT query");
        }
        template = Template.of(definition.name(), whole);
        query = new Query(definition, fixed, template.pattern(), parsed.getDataset());
    }

    @Override
    public Touch touch() {
        return query.touch();
    }

    @Override
    public boolean readsNow() {
        return query.readsNow();
    }

    @Override
    public boolean readsPrevious() {
        return query.readsPrevious();
    }

    @Override
    public Evaluation newEvaluation() {
        Query.Solutions solutions = query.newSolutions();
        return (StreamData stream, long nowMs, List<Statement> previous) -> {
            List<Statement> graph = new ArrayList<>(template.fill(solutions.of(stream, nowMs, previous)));
            if (graph.size() > definition.maxRows()) {
                throw new AnswerFailedException(
                        Reason.TOO_MANY_ROWS,
                        definition.name(),
                        "the answer has more than " + definition.maxRows() + " statements (max.rows)");
            }
            return new ViewAnswer(graph, List.of());
        };
    }
}
