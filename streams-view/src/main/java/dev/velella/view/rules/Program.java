package dev.velella.view.rules;

import dev.velella.view.rules.Rule.Assignment;
import dev.velella.view.rules.Rule.Condition;
import dev.velella.view.rules.Rule.Element;
import dev.velella.view.rules.Rule.Negation;
import dev.velella.view.rules.Rule.Term;
import dev.velella.view.rules.Rule.Triple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Value;

/**
 * Rules in layers, with the order in which the parts of each body are matched. Immutable.
 *
 * @param layers from the first to the last
 */
record Program(List<Layer> layers) {

    /**
     * Rules that are evaluated together.
     *
     * @param whole plans of the rules that are evaluated once for all facts when the layer begins
     * @param byPredicate for each predicate the plans that begin with a new fact of it
     * @param any plans that begin with a new fact of any predicate
     */
    record Layer(List<Plan> whole, Map<Value, List<Plan>> byPredicate, List<Plan> any) {}

    /**
     * A rule, and the order of its elements.
     *
     * @param steps if the plan begins with a new fact, the first step is the pattern that matches it
     */
    record Plan(Rule rule, List<Element> steps) {}

    static Program of(String view, List<Rule> rules) {
        List<Layer> layers = new ArrayList<>();
        for (List<Rule> each : Strata.of(view, rules)) {
            layers.add(layer(each, layers.isEmpty()));
        }
        return new Program(List.copyOf(layers));
    }

    private static Layer layer(List<Rule> rules, boolean isFirst) {
        List<Plan> whole = new ArrayList<>();
        Map<Value, List<Plan>> byPredicate = new HashMap<>();
        List<Plan> any = new ArrayList<>();
        for (Rule rule : rules) {
            // A first layer without negation begins with facts that are new to all of its rules. All other rules have
            // to
            // look at facts that were there before.
            boolean isBare = rule.body().stream().noneMatch(Triple.class::isInstance);
            if (rule.isOnce() || rule.hasNegation() || isBare || !isFirst) {
                whole.add(new Plan(rule, rule.body()));
            }
            if (rule.isOnce()) {
                continue;
            }
            for (Element each : rule.body()) {
                if (each instanceof Triple triple) {
                    Plan plan = new Plan(rule, ordered(rule, triple));
                    Value predicate = triple.predicate().constant();
                    if (predicate == null) {
                        any.add(plan);
                    } else {
                        byPredicate
                                .computeIfAbsent(predicate, none -> new ArrayList<>())
                                .add(plan);
                    }
                }
            }
        }
        // those of once rules first
        whole.sort((one, other) ->
                Boolean.compare(other.rule().isOnce(), one.rule().isOnce()));
        return new Layer(whole, byPredicate, any);
    }

    /** The elements in an order that begins with this pattern; then the one with most known terms. */
    private static List<Element> ordered(Rule rule, Triple first) {
        List<Element> left = new ArrayList<>(rule.body());
        left.remove(rule.body().indexOf(first));
        List<Element> steps = new ArrayList<>(List.of(first));
        Set<Integer> bound = slots(List.of(first));
        Set<Integer> outer =
                slots(rule.body().stream().filter(Triple.class::isInstance).toList());
        while (!left.isEmpty()) {
            Element next = next(left, bound, outer);
            left.remove(next);
            steps.add(next);
            if (next instanceof Triple) {
                bound.addAll(slots(List.of(next)));
            }
        }
        return List.copyOf(steps);
    }

    private static Element next(List<Element> left, Set<Integer> bound, Set<Integer> outer) {
        Element best = left.get(0);
        int most = -1;
        for (Element each : left) {
            if (each instanceof Triple triple) {
                int known = (int) triple.terms().stream()
                        .filter(term -> term.slot() < 0 || bound.contains(term.slot()))
                        .count();
                if (known > most) {
                    most = known;
                    best = each;
                }
            } else {
                Set<Integer> needed = slots(List.of(each));
                needed.retainAll(outer);
                if (bound.containsAll(needed)) {
                    return each;
                }
            }
        }
        return best;
    }

    private static Set<Integer> slots(List<? extends Element> elements) {
        Set<Integer> slots = new HashSet<>();
        for (Element each : elements) {
            if (each instanceof Triple triple) {
                triple.terms().stream()
                        .map(Term::slot)
                        .filter(slot -> slot >= 0)
                        .forEach(slots::add);
            } else if (each instanceof Negation negation) {
                slots.addAll(slots(negation.elements()));
            } else if (each instanceof Condition condition) {
                slots.addAll(condition.variables().values());
            } else if (each instanceof Assignment assignment) {
                slots.addAll(assignment.variables().values());
            }
        }
        return slots;
    }
}
