package dev.velella.view.rules;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.jspecify.annotations.Nullable;

/**
 * A rule: if the body is true, the head is. A variable is a slot, numbered from 0. Immutable.
 *
 * @param number of the rule in its text
 * @param place line of the text
 * @param head triples that follow
 * @param body in the order of the text
 * @param variables names of the slots; the variables inside of a negation have slots of their own
 * @param nodes number of blank nodes that the head makes
 */
record Rule(int number, int place, List<Triple> head, List<Element> body, List<String> variables, int nodes) {

    /** A part of a body. */
    sealed interface Element permits Triple, Condition, Negation, Assignment {}

    /**
     * A triple of terms.
     *
     * @param isOfData whether it is matched with the data alone
     */
    record Triple(Term subject, Term predicate, Term object, boolean isOfData) implements Element {
        List<Term> terms() {
            return List.of(subject, predicate, object);
        }

        /** Whether a triple of the head can make a fact that this pattern matches. */
        boolean canMatch(Triple made) {
            return !isOfData
                    && subject.canBe(made.subject)
                    && predicate.canBe(made.predicate)
                    && object.canBe(made.object);
        }
    }

    /**
     * A constant, a variable, or a blank node that the head makes.
     *
     * @param slot of the variable; -1 for the others
     * @param node number of the blank node; -1 for the others
     */
    record Term(@Nullable Value constant, int slot, int node) {
        boolean canBe(Term made) {
            return constant == null || made.slot >= 0 || (made.node < 0 && constant.equals(made.constant));
        }
    }

    /** @param variables names and slots that it reads */
    record Condition(ValueExpr expression, Map<String, Integer> variables) implements Element {}

    /** None of the solutions of these elements. */
    record Negation(List<Element> elements) implements Element {}

    /** @param variables names and slots that it reads */
    record Assignment(int slot, ValueExpr expression, Map<String, Integer> variables) implements Element {}

    /** Whether it is evaluated once, after all that it depends on: it makes terms. */
    boolean isOnce() {
        return nodes > 0 || body.stream().anyMatch(Assignment.class::isInstance);
    }

    boolean hasNegation() {
        return body.stream().anyMatch(Negation.class::isInstance);
    }
}
