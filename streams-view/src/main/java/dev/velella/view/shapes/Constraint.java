package dev.velella.view.shapes;

import dev.velella.view.data.TimedText;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility.Result;
import org.jspecify.annotations.Nullable;

/** A constraint of a shape, with its parameters. Immutable. */
interface Constraint {

    /** Reports each violation of the constraint. */
    void check(Case given);

    /** Predicates that it reads, besides those of the path; a constraint on the shape of a value names those of that shape. */
    default void touch(Collection<IRI> predicates, Collection<Shape> shapes) {}

    /** Whether it reads all statements of a node. */
    default boolean readsAll() {
        return false;
    }

    /** Where a violation is reported. */
    interface Report {
        void violated(IRI component, @Nullable ShapePath path, @Nullable Value value);
    }

    /**
     * One focus node.
     *
     * @param values the value nodes
     * @param violations those of other shapes that the constraint leads to
     */
    record Case(
            Value focus, Set<Value> values, ShapeData data, Shape shape, Report report, List<Violation> violations) {
        void violated(IRI component, @Nullable Value value) {
            report.violated(component, shape.path(), value);
        }
    }

    /** Each value must fulfil a condition that does not depend on other data. */
    static Constraint ofValues(IRI component, Predicate<Value> condition) {
        return given -> {
            for (Value each : given.values()) {
                if (!condition.test(each)) {
                    given.violated(component, each);
                }
            }
        };
    }

    /** The values must fulfil a condition together. */
    static Constraint ofAll(IRI component, Predicate<Set<Value>> condition) {
        return given -> {
            if (!condition.test(given.values())) {
                given.violated(component, null);
            }
        };
    }

    static Constraint datatype(IRI datatype) {
        return ofValues(
                SHACL.DATATYPE_CONSTRAINT_COMPONENT,
                value -> value instanceof Literal literal
                        && literal.getDatatype().equals(datatype)
                        && (!XMLDatatypeUtil.isBuiltInDatatype(datatype)
                                || XMLDatatypeUtil.isValidValue(literal.getLabel(), datatype)));
    }

    static Constraint nodeKind(IRI kind) {
        String name = kind.getLocalName();
        return ofValues(
                SHACL.NODE_KIND_CONSTRAINT_COMPONENT,
                value -> (value.isIRI() && name.contains("IRI"))
                        || (value.isBNode() && name.contains("BlankNode"))
                        || (value.isLiteral() && name.contains("Literal")));
    }

    static Constraint compared(IRI component, Literal bound, CompareOp operator) {
        return ofValues(component, value -> compare(value, bound, operator));
    }

    private static boolean compare(Value one, Value other, CompareOp operator) {
        if (!(one instanceof Literal left) || !(other instanceof Literal right)) {
            return false;
        }
        try {
            return QueryEvaluationUtility.compareLiterals(left, right, operator, false) == Result._true;
        } catch (ValueExprEvaluationException e) {
            return false;
        }
    }

    /** Length of the text of a term; -1 for a blank node. */
    static long length(Value value) {
        String text = value.stringValue();
        return value.isBNode() ? -1 : text.codePointCount(0, text.length());
    }

    static Constraint pattern(Pattern pattern) {
        return given -> {
            for (Value each : given.values()) {
                if (each.isBNode()
                        || !pattern.matcher(new TimedText(
                                        each.stringValue(), given.data().clock()))
                                .find()) {
                    given.violated(SHACL.PATTERN_CONSTRAINT_COMPONENT, each);
                }
            }
        };
    }

    static Constraint languageIn(List<String> languages) {
        return ofValues(
                SHACL.LANGUAGE_IN_CONSTRAINT_COMPONENT,
                value -> value instanceof Literal literal
                        && literal.getLanguage()
                                .filter(tag -> languages.stream().anyMatch(range -> isInRange(tag, range)))
                                .isPresent());
    }

    private static boolean isInRange(String tag, String range) {
        return tag.equalsIgnoreCase(range)
                || tag.toLowerCase(Locale.ROOT).startsWith(range.toLowerCase(Locale.ROOT) + "-");
    }

    static Constraint uniqueLang() {
        return given -> {
            Map<String, Integer> times = new TreeMap<>();
            for (Value each : given.values()) {
                if (each instanceof Literal literal) {
                    literal.getLanguage().ifPresent(tag -> times.merge(tag.toLowerCase(Locale.ROOT), 1, Integer::sum));
                }
            }
            times.values().stream()
                    .filter(each -> each > 1)
                    .forEach(each -> given.violated(SHACL.UNIQUE_LANG_CONSTRAINT_COMPONENT, null));
        };
    }

    /** Each value must be an instance of a class. */
    record OfClass(Value type) implements Constraint {
        @Override
        public void check(Case given) {
            for (Value each : given.values()) {
                if (!given.data().isInstance(each, type)) {
                    given.violated(SHACL.CLASS_CONSTRAINT_COMPONENT, each);
                }
            }
        }

        @Override
        public void touch(Collection<IRI> predicates, Collection<Shape> shapes) {
            predicates.add(RDF.TYPE);
            predicates.add(RDFS.SUBCLASSOF);
        }
    }

    /** A relation between the values and those of another property. */
    record Pair(IRI component, IRI other) implements Constraint {
        @Override
        public void check(Case given) {
            Set<Value> values = given.values();
            Set<Value> others = given.data().objects(given.focus(), other);
            if (component.equals(SHACL.EQUALS_CONSTRAINT_COMPONENT)) {
                values.stream().filter(each -> !others.contains(each)).forEach(each -> given.violated(component, each));
                others.stream().filter(each -> !values.contains(each)).forEach(each -> given.violated(component, each));
            } else if (component.equals(SHACL.DISJOINT_CONSTRAINT_COMPONENT)) {
                values.stream().filter(others::contains).forEach(each -> given.violated(component, each));
            } else {
                CompareOp operator =
                        component.equals(SHACL.LESS_THAN_CONSTRAINT_COMPONENT) ? CompareOp.LT : CompareOp.LE;
                for (Value each : values) {
                    for (Value bound : others) {
                        if (!compare(each, bound, operator)) {
                            given.violated(component, each);
                        }
                    }
                }
            }
        }

        @Override
        public void touch(Collection<IRI> predicates, Collection<Shape> shapes) {
            predicates.add(other);
        }
    }

    /** Each value must conform to a number of shapes. */
    record Logical(IRI component, List<Shape> members) implements Constraint {
        private boolean isRight(long number) {
            if (component.equals(SHACL.OR_CONSTRAINT_COMPONENT)) {
                return number > 0;
            }
            if (component.equals(SHACL.XONE_CONSTRAINT_COMPONENT)) {
                return number == 1;
            }
            return number == (component.equals(SHACL.NOT_CONSTRAINT_COMPONENT) ? 0 : members.size());
        }

        @Override
        public void check(Case given) {
            for (Value each : given.values()) {
                long number = members.stream()
                        .filter(member -> member.conforms(each, given.data()))
                        .count();
                boolean isRight = isRight(number);
                if (!isRight) {
                    given.violated(component, each);
                }
            }
        }

        @Override
        public void touch(Collection<IRI> predicates, Collection<Shape> shapes) {
            shapes.addAll(members);
        }
    }

    /** The values must conform to a property shape, whose violations are reported as its own. */
    record Property(Shape property) implements Constraint {
        @Override
        public void check(Case given) {
            given.values().forEach(each -> property.validate(each, given.data(), given.violations()));
        }

        @Override
        public void touch(Collection<IRI> predicates, Collection<Shape> shapes) {
            shapes.add(property);
        }
    }

    /** So many values must conform to a shape, and to none of its siblings. */
    record Qualified(Shape qualified, List<Shape> siblings, long least, long most) implements Constraint {
        @Override
        public void check(Case given) {
            long number = given.values().stream()
                    .filter(each -> qualified.conforms(each, given.data())
                            && siblings.stream().noneMatch(sibling -> sibling.conforms(each, given.data())))
                    .count();
            if (number < least) {
                given.violated(SHACL.QUALIFIED_MIN_COUNT_CONSTRAINT_COMPONENT, null);
            }
            if (number > most) {
                given.violated(SHACL.QUALIFIED_MAX_COUNT_CONSTRAINT_COMPONENT, null);
            }
        }

        @Override
        public void touch(Collection<IRI> predicates, Collection<Shape> shapes) {
            shapes.add(qualified);
            shapes.addAll(siblings);
        }
    }

    /** The values have no other properties than these. */
    record Closed(Set<IRI> allowed) implements Constraint {
        @Override
        public void check(Case given) {
            for (Value each : given.values()) {
                if (each instanceof Resource resource) {
                    Set<Statement> seen = new HashSet<>();
                    for (Statement one : given.data().of(resource)) {
                        if (!allowed.contains(one.getPredicate()) && seen.add(one)) {
                            given.report()
                                    .violated(
                                            SHACL.CLOSED_CONSTRAINT_COMPONENT,
                                            new ShapePath.Step(one.getPredicate()),
                                            one.getObject());
                        }
                    }
                }
            }
        }

        @Override
        public boolean readsAll() {
            return true;
        }
    }
}
