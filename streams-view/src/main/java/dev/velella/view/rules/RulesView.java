package dev.velella.view.rules;

import dev.velella.view.answer.AnswerFailedException;
import dev.velella.view.answer.AnswerFailedException.Reason;
import dev.velella.view.answer.CompiledView;
import dev.velella.view.answer.Evaluation;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.AskedData;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.data.Touch;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import dev.velella.view.rules.Rule.Element;
import dev.velella.view.rules.Rule.Negation;
import dev.velella.view.rules.Rule.Triple;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/**
 * Rules as a view: the statements that follow from the graph of a stream and the static data, without those that are in one
 * of both, and without those that follow from the static data alone. Immutable.
 */
public final class RulesView implements CompiledView {
    /** Predicates with these names are steps on the way of a rule set, and no part of an answer. */
    private static final String INNER = "urn:velella:rule:";

    private static final Set<String> SETS = Set.of("rdfs", "owl-rl");

    private final ViewDefinition definition;
    private final Program program;
    private final boolean isGeneral;
    private final boolean readsNow;
    private final Touch touch;

    /** The static data, and what the first layer infers of them. */
    private final Facts fixed;

    /** What follows from the static data alone. */
    private final Set<Fact> common;

    /**
     * Compiles a view of kind RULES.
     *
     * @throws ViewRefusedException if it is refused
     */
    public RulesView(ViewDefinition definition, StaticData data) {
        this.definition = definition;
        isGeneral = definition.source().equals("ruleset");
        RuleParser.Parsed parsed = RuleParser.parse(definition.name(), text());
        program = Program.of(definition.name(), parsed.rules());
        readsNow = parsed.readsNow();
        touch = touch(parsed.rules());
        List<Fact> given = new ArrayList<>(facts(data.statements()));
        AskedData clock = new AskedData(StaticData.NONE);
        clock.begin(StreamData.of(List.of()), StreamData.of(List.of()), 600_000);
        Program blocks = Program.of(definition.name(), parsed.data());
        // what a block states is inferred: it is not matched where a rule asks for the data alone
        given.addAll(new Inference(definition.name(), blocks, new Facts(), clock, false)
                .run(List.of(), 0)
                .all());
        fixed = new Inference(definition.name(), program, new Facts(), clock, isGeneral).close(given);
        common = new HashSet<>(new Inference(definition.name(), program, fixed, clock, isGeneral)
                .run(List.of(), 0)
                .all());
    }

    private String text() {
        if (!isGeneral) {
            return definition.text();
        }
        if (!SETS.contains(definition.text())) {
            throw new ViewRefusedException(Refusal.DEFINITION, definition.name(), "ruleset", "must be rdfs or owl-rl");
        }
        String name = definition.text() + ".rules";
        try (InputStream in = RulesView.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Fact> facts(Collection<Statement> statements) {
        return statements.stream()
                .map(each -> new Fact(each.getSubject(), each.getPredicate(), each.getObject(), true))
                .toList();
    }

    private static Touch touch(List<Rule> rules) {
        Touch touch = new Touch();
        for (Rule rule : rules) {
            touch(rule.body(), touch);
            touch(rule.head(), touch); // a statement that is in the graph is not in the answer
        }
        return touch;
    }

    private static void touch(List<? extends Element> elements, Touch touch) {
        for (Element each : elements) {
            if (each instanceof Negation negation) {
                touch(negation.elements(), touch);
            } else if (each instanceof Triple triple) {
                if (!(triple.predicate().constant() instanceof IRI predicate)) {
                    touch.addAll();
                } else if (predicate.equals(RDF.TYPE) && triple.object().constant() != null) {
                    touch.addClass(triple.object().constant());
                } else {
                    touch.add(predicate);
                }
            }
        }
    }

    @Override
    public Touch touch() {
        return touch;
    }

    @Override
    public boolean readsNow() {
        return readsNow;
    }

    @Override
    public Evaluation newEvaluation() {
        AskedData clock = new AskedData(StaticData.NONE);
        Inference inference = new Inference(definition.name(), program, fixed, clock, isGeneral);
        return (stream, nowMs, previous) -> {
            clock.begin(stream, stream, definition.timeoutMs());
            try {
                List<Fact> given = facts(stream.statements());
                return new ViewAnswer(answer(given, inference.run(given, nowMs)), List.of());
            } catch (RuntimeException | StackOverflowError e) {
                throw AnswerFailedException.of(e, definition.name(), definition.timeoutMs(), "the rules");
            }
        };
    }

    private List<Statement> answer(List<Fact> given, Facts all) {
        Set<Fact> known = new HashSet<>(given);
        List<Statement> graph = new ArrayList<>();
        for (Fact each : all.all()) {
            if (each.isStatement()
                    && !known.contains(each)
                    && !common.contains(each)
                    && !each.predicate().stringValue().startsWith(INNER)) {
                if (graph.size() == definition.maxRows()) {
                    throw new AnswerFailedException(
                            Reason.TOO_MANY_ROWS,
                            definition.name(),
                            "more than " + definition.maxRows() + " statements follow (max.rows)");
                }
                graph.add(SimpleValueFactory.getInstance()
                        .createStatement((Resource) each.subject(), (IRI) each.predicate(), each.object()));
            }
        }
        return graph;
    }
}
