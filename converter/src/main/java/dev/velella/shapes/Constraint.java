package dev.velella.shapes;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility.Result;
import org.jspecify.annotations.Nullable;

/**
 * A constraint of a shape, with its parameters. Immutable.
 *
 * @param component the name under which SHACL reports its violations
 * @param messages texts for the people who read the report, perhaps in several languages
 */
record Constraint(IRI component, List<Literal> messages, Check check) {

    /** Checks the values of one node. */
    interface Check {
        /** Reports each violation. */
        void of(Case given);
    }

    /**
     * One focus node of a shape.
     *
     * @param place number of the constraint in the shape
     * @param values the value nodes
     * @param violations where they are reported
     */
    record Case(Shape shape, int place, Value focus, Set<Value> values, ShapeData data, List<Violation> violations) {
        /** @param value null if the violation is about all values together */
        void violated(@Nullable Value value) {
            violated(shape.path(), value);
        }

        void violated(@Nullable ShapePath path, @Nullable Value value) {
            violations.add(new Violation(shape, place, focus, path, value));
        }
    }

    /** Each value must fulfil a condition. */
    static Check each(BiPredicate<Value, ShapeData> condition) {
        return given -> {
            for (Value value : given.values()) {
                if (!condition.test(value, given.data())) {
                    given.violated(value);
                }
            }
        };
    }

    /** Each value must fulfil a condition that does not depend on other data. */
    static Check each(Predicate<Value> condition) {
        return each((value, data) -> condition.test(value));
    }

    /** The values must fulfil a condition together. */
    static Check all(Predicate<Set<Value>> condition) {
        return given -> {
            if (!condition.test(given.values())) {
                given.violated(null);
            }
        };
    }

    static Check datatype(IRI datatype) {
        return each(value -> value instanceof Literal literal
                && literal.getDatatype().equals(datatype)
                && (!XMLDatatypeUtil.isBuiltInDatatype(datatype)
                        || XMLDatatypeUtil.isValidValue(literal.getLabel(), datatype)));
    }

    /** @param kinds name of one kind of node, or of two such as {@code BlankNodeOrIRI} */
    static Check nodeKind(String kinds) {
        return each(value -> (value.isIRI() && kinds.contains("IRI"))
                || (value.isBNode() && kinds.contains("BlankNode"))
                || (value.isLiteral() && kinds.contains("Literal")));
    }

    static boolean compare(Value one, Value other, CompareOp operator) {
        if (!(one instanceof Literal left) || !(other instanceof Literal right)) {
            return false;
        }
        try {
            return QueryEvaluationUtility.compareLiterals(left, right, operator, false) == Result._true;
        } catch (ValueExprEvaluationException e) {
            return false;
        }
    }

    /** A condition of the length of a text; a blank node has none. */
    static Check length(LongPredicate condition) {
        return each(value -> !value.isBNode()
                && condition.test(value.stringValue().codePoints().count()));
    }

    static Check languageIn(List<String> ranges) {
        return each(value -> value instanceof Literal literal
                && literal.getLanguage()
                        .map(tag -> tag.toLowerCase(Locale.ROOT) + "-")
                        .filter(tag ->
                                ranges.stream().anyMatch(each -> tag.startsWith(each.toLowerCase(Locale.ROOT) + "-")))
                        .isPresent());
    }

    static Check uniqueLang() {
        return given -> {
            Map<String, Integer> times = new HashMap<>();
            for (Value each : given.values()) {
                if (each instanceof Literal literal) {
                    literal.getLanguage().ifPresent(tag -> times.merge(tag.toLowerCase(Locale.ROOT), 1, Integer::sum));
                }
            }
            times.values().stream().filter(each -> each > 1).forEach(each -> given.violated(null));
        };
    }

    static Check equalTo(IRI property) {
        return given -> {
            Set<Value> others = given.data().objects(given.focus(), property);
            given.values().stream().filter(each -> !others.contains(each)).forEach(given::violated);
            others.stream().filter(each -> !given.values().contains(each)).forEach(given::violated);
        };
    }

    static Check disjoint(IRI property) {
        return given -> {
            Set<Value> others = given.data().objects(given.focus(), property);
            given.values().stream().filter(others::contains).forEach(given::violated);
        };
    }

    static Check less(IRI property, CompareOp operator) {
        return given -> {
            Set<Value> others = given.data().objects(given.focus(), property);
            for (Value each : given.values()) {
                others.stream().filter(bound -> !compare(each, bound, operator)).forEach(bound -> given.violated(each));
            }
        };
    }

    /** Each value must conform to a number of shapes. */
    static Check conforming(List<Shape> shapes, LongPredicate number) {
        return each((value, data) -> number.test(
                shapes.stream().filter(each -> each.conforms(value, data)).count()));
    }

    /** A number of values must conform to a shape, and to none of its siblings. */
    static Check qualified(Shape shape, List<Shape> siblings, LongPredicate number) {
        return given -> {
            long conforming = given.values().stream()
                    .filter(each -> shape.conforms(each, given.data())
                            && siblings.stream().noneMatch(sibling -> sibling.conforms(each, given.data())))
                    .count();
            if (!number.test(conforming)) {
                given.violated(null);
            }
        };
    }

    /** The values have no other properties than these. */
    static Check closed(Set<Value> allowed) {
        return given -> {
            for (Value value : given.values()) {
                if (value instanceof Resource resource) {
                    for (List<Value> each : given.data().properties(resource)) {
                        if (each.get(0) instanceof IRI property && !allowed.contains(property)) {
                            given.violated(new ShapePath.Step(property, false), each.get(1));
                        }
                    }
                }
            }
        };
    }
}
