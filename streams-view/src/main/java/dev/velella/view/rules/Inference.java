package dev.velella.view.rules;

import dev.velella.view.data.AskedData;
import dev.velella.view.data.NodeLabels;
import dev.velella.view.rules.Program.Layer;
import dev.velella.view.rules.Program.Plan;
import dev.velella.view.rules.Rule.Assignment;
import dev.velella.view.rules.Rule.Condition;
import dev.velella.view.rules.Rule.Element;
import dev.velella.view.rules.Rule.Negation;
import dev.velella.view.rules.Rule.Term;
import dev.velella.view.rules.Rule.Triple;
import dev.velella.view.sparql.Expressions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.impl.MapBindingSet;
import org.jspecify.annotations.Nullable;

/**
 * Infers what follows from facts, fact by fact: each new fact is joined with those before it, once, until there is none. Not
 * thread-safe.
 */
final class Inference {
    private final String view;
    private final Program program;
    private final Facts fixed;
    private final AskedData clock;
    private final Expressions expressions;

    /** Whether it infers triples that are no statements, on the way to others. */
    private final boolean isGeneral;

    private Facts facts = new Facts();
    private final Deque<Fact> queue = new ArrayDeque<>();
    private final Set<Fact> queued = new HashSet<>();

    /**
     * Makes an inference.
     *
     * @param fixed facts that are there already, with all that the first layer infers of them without negation
     * @param clock ends what takes too long
     */
    Inference(String view, Program program, Facts fixed, AskedData clock, boolean isGeneral) {
        this.view = view;
        this.program = program;
        this.fixed = fixed;
        this.clock = clock;
        this.isGeneral = isGeneral;
        expressions = new Expressions(clock);
    }

    /**
     * What the first layer infers without negation; the rest of the program adds to it.
     *
     * @param given facts
     */
    Facts close(Collection<Fact> given) {
        begin(given);
        if (!program.layers().isEmpty()) {
            Layer first = program.layers().get(0);
            drain(first, true);
        } else {
            queue.forEach(facts::add);
        }
        return facts;
    }

    /**
     * All facts that are given or follow, without those that were fixed.
     *
     * @param nowMs what {@code NOW()} is
     */
    Facts run(Collection<Fact> given, long nowMs) {
        expressions.now(nowMs);
        begin(given);
        if (program.layers().isEmpty()) {
            queue.forEach(facts::add);
        }
        boolean isFirst = true;
        for (Layer layer : program.layers()) {
            if (isFirst) {
                // What is given is there when the first rule is evaluated.
                List<Fact> there = new ArrayList<>(queue);
                there.forEach(facts::add);
                layer.whole().forEach(this::all);
                isFirst = false;
            } else {
                for (Plan plan : layer.whole()) {
                    all(plan);
                    if (plan.rule().isOnce()) {
                        settle();
                    }
                }
            }
            drain(layer, false);
        }
        return facts;
    }

    private void begin(Collection<Fact> given) {
        facts = new Facts();
        queue.clear();
        queued.clear();
        for (Fact each : given) {
            if (queued.add(each)) {
                queue.add(each);
            }
        }
    }

    /** Adds what was inferred, and keeps it in the queue for the rules of the layer. */
    private void settle() {
        queue.forEach(facts::add);
    }

    private void drain(Layer layer, boolean withoutNegation) {
        for (Fact fact = queue.poll(); fact != null; fact = queue.poll()) {
            facts.add(fact);
            for (Plan plan : layer.byPredicate().getOrDefault(fact.predicate(), List.of())) {
                begin(plan, fact, withoutNegation);
            }
            for (Plan plan : layer.any()) {
                begin(plan, fact, withoutNegation);
            }
        }
    }

    private void begin(Plan plan, Fact fact, boolean withoutNegation) {
        if (withoutNegation && plan.rule().hasNegation()) {
            return;
        }
        @Nullable Value[] solution = new Value[plan.rule().variables().size()];
        if (bind((Triple) plan.steps().get(0), fact, solution)) {
            step(plan, 1, solution);
        }
    }

    private void all(Plan plan) {
        step(plan, 0, new Value[plan.rule().variables().size()]);
    }

    private void step(Plan plan, int at, @Nullable Value[] solution) {
        if (at == plan.steps().size()) {
            conclude(plan.rule(), solution);
        } else {
            match(plan.steps().get(at), solution, () -> step(plan, at + 1, solution));
        }
    }

    /** Runs the rest for each way in which the element is true. */
    private void match(Element element, @Nullable Value[] solution, Runnable rest) {
        clock.check();
        if (element instanceof Triple triple) {
            Value subject = value(triple.subject(), solution);
            Value predicate = value(triple.predicate(), solution);
            Value object = value(triple.object(), solution);
            match(triple, facts.candidates(subject, predicate, object), solution, rest);
            match(triple, fixed.candidates(subject, predicate, object), solution, rest);
        } else if (element instanceof Condition condition) {
            if (expressions.isTrue(condition.expression(), bindings(condition.variables(), solution))) {
                rest.run();
            }
        } else if (element instanceof Negation negation) {
            boolean[] found = {false};
            negated(negation.elements(), 0, solution, found);
            if (!found[0]) {
                rest.run();
            }
        } else if (element instanceof Assignment assignment) {
            ValueExpr expression = assignment.expression();
            Value made = expressions.value(expression, bindings(assignment.variables(), solution));
            if (made != null) {
                solution[assignment.slot()] = made;
                rest.run();
                solution[assignment.slot()] = null;
            }
        }
    }

    private void match(Triple triple, List<Fact> candidates, @Nullable Value[] solution, Runnable rest) {
        for (Fact each : candidates) {
            @Nullable Value[] before = solution.clone();
            if (bind(triple, each, solution)) {
                rest.run();
            }
            System.arraycopy(before, 0, solution, 0, before.length);
        }
    }

    private void negated(List<Element> elements, int at, @Nullable Value[] solution, boolean[] found) {
        if (at == elements.size()) {
            found[0] = true;
        } else if (!found[0]) {
            match(elements.get(at), solution, () -> negated(elements, at + 1, solution, found));
        }
    }

    private static boolean bind(Triple triple, Fact fact, @Nullable Value[] solution) {
        return (!triple.isOfData() || fact.isGiven())
                && bind(triple.predicate(), fact.predicate(), solution)
                && bind(triple.subject(), fact.subject(), solution)
                && bind(triple.object(), fact.object(), solution);
    }

    private static boolean bind(Term term, Value value, @Nullable Value[] solution) {
        if (term.constant() != null) {
            return term.constant().equals(value);
        }
        Value known = solution[term.slot()];
        if (known != null) {
            return known.equals(value);
        }
        solution[term.slot()] = value;
        return true;
    }

    private static @Nullable Value value(Term term, @Nullable Value[] solution) {
        return term.constant() != null ? term.constant() : solution[term.slot()];
    }

    private static MapBindingSet bindings(Map<String, Integer> variables, @Nullable Value[] solution) {
        MapBindingSet bindings = new MapBindingSet(variables.size());
        variables.forEach((name, slot) -> {
            Value value = solution[slot];
            if (value != null) {
                bindings.setBinding(name, value);
            }
        });
        return bindings;
    }

    private void conclude(Rule rule, @Nullable Value[] solution) {
        Value[] made = new Value[rule.nodes()];
        for (Triple each : rule.head()) {
            Fact fact = new Fact(
                    made(rule, each.subject(), solution, made),
                    made(rule, each.predicate(), solution, made),
                    made(rule, each.object(), solution, made),
                    false);
            if ((isGeneral || fact.isStatement())
                    && !fixed.contains(fact)
                    && !facts.contains(fact)
                    && queued.add(fact)) {
                queue.add(fact);
            }
        }
    }

    private Value made(Rule rule, Term term, @Nullable Value[] solution, Value[] made) {
        if (term.node() < 0) {
            Value value = value(term, solution);
            if (value == null) {
                throw new IllegalStateException("a variable of the head has no value");
            }
            return value;
        }
        if (made[term.node()] == null) {
            StringBuilder key = new StringBuilder(view + '\n' + rule.number() + '\n' + term.node());
            for (Value each : solution) {
                String text = each == null ? "" : each.toString();
                key.append('\n').append(text.length()).append(' ').append(text);
            }
            made[term.node()] = SimpleValueFactory.getInstance().createBNode(NodeLabels.of(key.toString()));
        }
        return made[term.node()];
    }
}
