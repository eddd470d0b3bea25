package dev.velella.view.rules;

import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewRefusedException;
import dev.velella.view.rules.Rule.Element;
import dev.velella.view.rules.Rule.Negation;
import dev.velella.view.rules.Rule.Triple;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of rules. A rule that negates what others infer, or makes terms of it, comes after them; a rule that only reads
 * it may be in the same layer.
 */
final class Strata {
    private Strata() {}

    /**
     * Layers of rules, each in the order of the text.
     *
     * @throws ViewRefusedException if a rule would have to come after itself
     */
    static List<List<Rule>> of(String view, List<Rule> rules) {
        int[] layer = new int[rules.size()];
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int reader = 0; reader < rules.size(); reader++) {
                Rule rule = rules.get(reader);
                for (int writer = 0; writer < rules.size(); writer++) {
                    Rule other = rules.get(writer);
                    int least = layer[writer] + (isClosed(rule, other) ? 1 : 0);
                    if (layer[reader] < least && dependsOn(rule, other)) {
                        layer[reader] = least;
                        changed = true;
                        if (least > rules.size()) {
                            throw new ViewRefusedException(
                                    Refusal.NOT_STRATIFIED,
                                    view,
                                    "rules, line " + rule.place(),
                                    "the rule negates what follows from itself, or makes terms of it again and again");
                        }
                    }
                }
            }
        }
        List<List<Rule>> layers = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            while (layers.size() <= layer[i]) {
                layers.add(new ArrayList<>());
            }
            layers.get(layer[i]).add(rules.get(i));
        }
        return layers;
    }

    private static boolean dependsOn(Rule rule, Rule other) {
        return reads(rule.body(), other);
    }

    private static boolean reads(List<Element> elements, Rule other) {
        return elements.stream()
                .anyMatch(each -> each instanceof Triple triple
                        ? other.head().stream().anyMatch(triple::canMatch)
                        : each instanceof Negation negation && reads(negation.elements(), other));
    }

    private static boolean isClosed(Rule rule, Rule other) {
        return rule.isOnce()
                || rule.body().stream()
                        .anyMatch(each -> each instanceof Negation negation && reads(negation.elements(), other));
    }
}
