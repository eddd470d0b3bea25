package dev.velella.shapes;

import static dev.velella.shapes.Constraint.all;
import static dev.velella.shapes.Constraint.conforming;
import static dev.velella.shapes.Constraint.each;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.util.Values;
import org.eclipse.rdf4j.model.vocabulary.DASH;
import org.eclipse.rdf4j.model.vocabulary.OWL;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.RSX;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.jspecify.annotations.Nullable;

/** Reads shapes. What it does not know is refused by name. Used for one shapes graph. */
final class ShapesParser {
    private static final Set<IRI> TARGETS =
            Set.of(SHACL.TARGET_NODE, SHACL.TARGET_CLASS, SHACL.TARGET_SUBJECTS_OF, SHACL.TARGET_OBJECTS_OF);

    private static final Set<IRI> REPEATED =
            Set.of(SHACL.ZERO_OR_MORE_PATH, SHACL.ONE_OR_MORE_PATH, SHACL.ZERO_OR_ONE_PATH);

    /** What a shapes graph can hold that would mean more than SHACL Core, as predicate or as class. */
    private static final Set<IRI> BEYOND = Set.of(
            OWL.IMPORTS,
            Values.iri(SHACL.NAMESPACE, "entailment"),
            SHACL.CONSTRAINT_COMPONENT,
            DASH.hasValueIn,
            RSX.targetShape);

    private final Model model;
    private final @Nullable String unnamed;
    private final Map<Resource, Integer> numbers = new HashMap<>();
    private final Map<Resource, Shape> read = new HashMap<>();
    private final Deque<Resource> open = new ArrayDeque<>();
    private final Set<IRI> predicates = new HashSet<>();
    private boolean readsAll;

    private ShapesParser(Model model, @Nullable String unnamed) {
        this.model = model;
        this.unnamed = unnamed;
        model.subjects().forEach(each -> numbers.put(each, numbers.size() + 1));
    }

    /**
     * Reads a text.
     *
     * @param unnamed what the names of shapes that have no IRI begin with, in SHACL Core; null for shapes that may have queries
     * @throws ShapesException if the shapes cannot be used
     */
    static Shapes read(String turtle, @Nullable String unnamed) {
        try {
            return new ShapesParser(
                            new LinkedHashModel(new DocumentReader(Limits.DEFAULT)
                                    .readGraph(DocumentFormat.TURTLE, turtle.getBytes(StandardCharsets.UTF_8))
                                    .statements()),
                            unnamed)
                    .shapes();
        } catch (MalformedDocumentException e) {
            throw new ShapesException(false, "the text is not Turtle: " + e.getMessage());
        }
    }

    private Shapes shapes() {
        Set<Resource> roots = new LinkedHashSet<>();
        for (Statement each : model) {
            Value kind = each.getPredicate().equals(RDF.TYPE) ? each.getObject() : each.getPredicate();
            if (kind instanceof IRI iri && BEYOND.contains(iri)) {
                throw unsupported(each.getSubject(), kind);
            }
            if (TARGETS.contains(kind) || kind.equals(SHACL.NODE_SHAPE) || kind.equals(SHACL.PROPERTY_SHAPE)) {
                roots.add(each.getSubject());
            }
        }
        if (roots.isEmpty()) {
            throw new ShapesException(false, "there is no shape: no sh:NodeShape, sh:PropertyShape or target");
        }
        List<Shape> shapes = new ArrayList<>(roots.stream().map(this::shape).toList());
        shapes.removeIf(each -> each.targets().isEmpty());
        StatementIndex classes = new StatementIndex(model.filter(null, RDFS.SUBCLASSOF, null));
        classes.indexed();
        return new Shapes(shapes, predicates, readsAll, classes);
    }

    private static String text(Value value) {
        return value.stringValue().replace(SHACL.NAMESPACE, "sh:");
    }

    private ShapesException wrong(Resource shape, String why) {
        return new ShapesException(false, name(shape) + ": " + why);
    }

    private ShapesException wrong(Statement given, String why) {
        return wrong(given.getSubject(), text(given.getPredicate()) + " " + why);
    }

    private ShapesException unsupported(Resource shape, Value what) {
        String why = what.equals(OWL.IMPORTS)
                ? "put all shapes into this text"
                : unnamed == null ? "SHACL Core and sh:sparql only" : "SHACL Core only";
        return new ShapesException(true, name(shape) + ": " + text(what) + " is not offered: " + why);
    }

    /** The IRI of a shape, or the name that it is given. */
    private IRI name(Resource shape) {
        if (shape instanceof IRI iri) {
            return iri;
        }
        if (unnamed == null) {
            for (Resource each : open) { // the innermost first
                if (each instanceof IRI iri) {
                    return iri;
                }
            }
        }
        return Values.iri((unnamed == null ? "urn:velella:shape:" : unnamed) + numbers.getOrDefault(shape, 0));
    }

    private Shape shape(Value node) {
        if (!(node instanceof Resource resource)) {
            throw new ShapesException(false, node + " is no shape");
        }
        Shape known = read.get(resource);
        if (known != null) {
            return known;
        }
        if (open.contains(resource)) {
            throw new ShapesException(true, name(resource) + " is a shape that leads to itself");
        }
        open.push(resource);
        Statement given = one(resource, SHACL.PATH);
        ShapePath path = given == null ? null : path(given, given.getObject(), false);
        Statement severity = one(resource, SHACL.SEVERITY_PROP);
        Shape shape = new Shape(
                name(resource),
                path,
                targets(resource),
                isTrue(one(resource, SHACL.DEACTIVATED)) ? List.of() : constraints(resource, path),
                severity == null ? SHACL.VIOLATION : iri(severity));
        open.pop();
        read.put(resource, shape);
        return shape;
    }

    private List<Literal> messages(Value of) {
        return List.copyOf(Models.objectLiterals(model.filter((Resource) of, SHACL.MESSAGE, null)));
    }

    private @Nullable Statement one(Resource subject, IRI property) {
        Model values = model.filter(subject, property, null);
        if (values.size() > 1) {
            throw wrong(subject, text(property) + " stands there twice");
        }
        return values.stream().findFirst().orElse(null);
    }

    private boolean isTrue(@Nullable Statement given) {
        if (given == null) {
            return false;
        }
        if (given.getObject() instanceof Literal literal && literal.getCoreDatatype() == CoreDatatype.XSD.BOOLEAN) {
            return literal.booleanValue();
        }
        throw wrong(given, "must be true or false");
    }

    private IRI iri(Statement given) {
        if (given.getObject() instanceof IRI iri) {
            return iri;
        }
        throw wrong(given, "must be an IRI");
    }

    /** A property of the data that the shapes read. */
    private IRI propertyOfData(Statement given) {
        predicates.add(iri(given));
        return iri(given);
    }

    private long number(Statement given) {
        if (given.getObject() instanceof Literal literal && literal.getCoreDatatype() == CoreDatatype.XSD.INTEGER) {
            return literal.longValue();
        }
        throw wrong(given, "must be an integer");
    }

    private List<Value> list(Resource shape, Value first) {
        List<Value> members = new ArrayList<>();
        Set<Value> seen = new HashSet<>();
        for (Value at = first; !at.equals(RDF.NIL); ) {
            if (!(at instanceof Resource node) || !seen.add(at)) {
                throw wrong(shape, "has a list that does not end");
            }
            Statement member = one(node, RDF.FIRST);
            Statement rest = one(node, RDF.REST);
            if (member == null || rest == null) {
                throw wrong(shape, "has a list that is none");
            }
            members.add(member.getObject());
            at = rest.getObject();
        }
        return members;
    }

    private List<Value> list(Statement given) {
        return list(given.getSubject(), given.getObject());
    }

    private List<Shape> shapes(Statement given) {
        return list(given).stream().map(this::shape).toList();
    }

    private void readClasses() {
        predicates.add(RDF.TYPE);
        predicates.add(RDFS.SUBCLASSOF);
    }

    private Shape.Target ofClass(Value type) {
        readClasses();
        return new Shape.Target(false, data -> data.instances(type));
    }

    private List<Shape.Target> targets(Resource shape) {
        List<Shape.Target> targets = new ArrayList<>();
        for (Statement each : model.filter(shape, null, null)) {
            IRI kind = each.getPredicate();
            Value value = each.getObject();
            if (kind.equals(SHACL.TARGET_NODE)) {
                targets.add(new Shape.Target(true, data -> Set.of(value)));
            } else if (kind.equals(SHACL.TARGET_CLASS)) {
                targets.add(ofClass(value));
            } else if (kind.equals(SHACL.TARGET_SUBJECTS_OF)) {
                IRI property = propertyOfData(each);
                targets.add(new Shape.Target(false, data -> data.subjects(property, null)));
            } else if (kind.equals(SHACL.TARGET_OBJECTS_OF)) {
                IRI property = propertyOfData(each);
                targets.add(new Shape.Target(false, data -> data.ends(null, property, null, Statement::getObject)));
            } else if (kind.equals(RDF.TYPE) && (value.equals(RDFS.CLASS) || value.equals(OWL.CLASS))) {
                targets.add(ofClass(shape));
            }
        }
        return List.copyOf(targets);
    }

    /** @param isBack whether the path is gone from its end */
    private ShapePath path(Statement given, Value path, boolean isBack) {
        if (path instanceof IRI predicate && !path.equals(RDF.NIL)) {
            predicates.add(predicate);
            return new ShapePath.Step(predicate, isBack);
        }
        if (path instanceof Resource node && !open.contains(node)) {
            open.push(node);
            try {
                if (model.contains(node, RDF.FIRST, null)) {
                    List<ShapePath> steps = paths(given, node, isBack);
                    if (isBack) {
                        Collections.reverse(steps);
                    }
                    return new ShapePath.Sequence(steps);
                }
                for (Statement each : model.filter(node, null, null)) {
                    IRI kind = each.getPredicate();
                    Value inner = each.getObject();
                    if (kind.equals(SHACL.INVERSE_PATH)) {
                        return path(given, inner, !isBack);
                    } else if (kind.equals(SHACL.ALTERNATIVE_PATH)) {
                        return new ShapePath.Alternative(paths(given, inner, isBack));
                    } else if (REPEATED.contains(kind)) {
                        return new ShapePath.Repeated(path(given, inner, isBack), kind);
                    }
                }
            } finally {
                open.pop();
            }
        }
        throw wrong(given, "is no path");
    }

    private List<ShapePath> paths(Statement given, Value list, boolean isBack) {
        List<ShapePath> paths = new ArrayList<>();
        list(given.getSubject(), list).forEach(each -> paths.add(path(given, each, isBack)));
        return paths;
    }

    private List<Constraint> constraints(Resource shape, @Nullable ShapePath path) {
        List<Literal> messages = messages(shape);
        List<Constraint> constraints = new ArrayList<>();
        for (Statement each : model.filter(shape, null, null)) {
            IRI parameter = each.getPredicate();
            String name = parameter.getLocalName();
            String component =
                    name.equals("sparql") ? "SPARQL" : Character.toUpperCase(name.charAt(0)) + name.substring(1);
            boolean isOurs = parameter.getNamespace().equals(SHACL.NAMESPACE);
            Constraint.Check check = isOurs ? check(each, name, path) : null;
            if (check != null) {
                List<Literal> own = name.equals("sparql") ? messages(each.getObject()) : List.of();
                constraints.add(new Constraint(
                        Values.iri(SHACL.NAMESPACE, component + "ConstraintComponent"),
                        own.isEmpty() ? messages : own,
                        check));
            }
        }
        return List.copyOf(constraints);
    }

    /** What a parameter asks; null if nothing. */
    private Constraint.@Nullable Check check(Statement given, String name, @Nullable ShapePath path) {
        Value value = given.getObject();
        return switch (name) {
            case "path", "severity", "message", "deactivated", "flags", "ignoredProperties" -> null;
            case "name", "description", "order", "group", "defaultValue", "prefixes", "select" -> null;
            case "targetNode", "targetClass", "targetSubjectsOf", "targetObjectsOf" -> null;
            case "qualifiedValueShape", "qualifiedValueShapesDisjoint" -> null; // parameters of the counts
            case "class" -> {
                readClasses();
                yield each((node, data) -> data.isInstance(node, value));
            }
            case "datatype" -> Constraint.datatype(iri(given));
            case "nodeKind" -> Constraint.nodeKind(iri(given).getLocalName());
            case "minCount" -> count(given, path, atLeast(given));
            case "maxCount" -> count(given, path, atMost(given));
            case "minExclusive" -> compared(given, CompareOp.GT);
            case "minInclusive" -> compared(given, CompareOp.GE);
            case "maxExclusive" -> compared(given, CompareOp.LT);
            case "maxInclusive" -> compared(given, CompareOp.LE);
            case "minLength" -> Constraint.length(atLeast(given));
            case "maxLength" -> Constraint.length(atMost(given));
            case "pattern" -> pattern(given);
            case "languageIn" ->
                Constraint.languageIn(
                        list(given).stream().map(Value::stringValue).toList());
            case "uniqueLang" -> value.stringValue().equals("true") ? Constraint.uniqueLang() : null; // not "1"
            case "equals" -> Constraint.equalTo(propertyOfData(given));
            case "disjoint" -> Constraint.disjoint(propertyOfData(given));
            case "lessThan" -> Constraint.less(propertyOfData(given), CompareOp.LT);
            case "lessThanOrEquals" -> Constraint.less(propertyOfData(given), CompareOp.LE);
            case "not" -> conforming(List.of(shape(value)), number -> number == 0);
            case "node" -> conformingAll(List.of(shape(value)));
            case "and" -> conformingAll(shapes(given));
            case "or" -> conforming(shapes(given), number -> number > 0);
            case "xone" -> conforming(shapes(given), number -> number == 1);
            case "property" -> property(given, shape(value));
            case "qualifiedMinCount" -> qualified(given, atLeast(given));
            case "qualifiedMaxCount" -> qualified(given, atMost(given));
            case "closed" -> isTrue(given) ? closed(given.getSubject()) : null;
            case "hasValue" -> all(values -> values.contains(value));
            case "in" -> each(Set.copyOf(list(given))::contains);
            case "sparql" -> sparql(given, path);
            default -> throw unsupported(given.getSubject(), given.getPredicate());
        };
    }

    private Constraint.@Nullable Check sparql(Statement given, @Nullable ShapePath path) {
        if (unnamed != null || !(given.getObject() instanceof Resource constraint)) {
            throw unsupported(given.getSubject(), given.getPredicate());
        }
        StringBuilder text = new StringBuilder();
        for (Resource each : Models.objectResources(model.filter(constraint, SHACL.PREFIXES, null))) {
            for (Resource prefix : Models.objectResources(model.filter(each, SHACL.DECLARE, null))) {
                String name = label(given, prefix, SHACL.PREFIX_PROP);
                text.append("PREFIX %s: <%s>\n".formatted(name, label(given, prefix, SHACL.NAMESPACE_PROP)));
            }
        }
        text.append(label(given, constraint, SHACL.SELECT));
        readsAll = true;
        try {
            return isTrue(one(constraint, SHACL.DEACTIVATED)) ? null : new SparqlConstraint(text.toString(), path);
        } catch (IllegalArgumentException e) {
            throw wrong(given, String.valueOf(e.getMessage()));
        }
    }

    private String label(Statement given, Resource node, IRI property) {
        Statement found = one(node, property);
        if (found == null) {
            throw wrong(given, "needs " + text(property));
        }
        return found.getObject().stringValue();
    }

    private LongPredicate atLeast(Statement given) {
        long least = number(given);
        return number -> number >= least;
    }

    private LongPredicate atMost(Statement given) {
        long most = number(given);
        return number -> number <= most;
    }

    private Constraint.Check count(Statement given, @Nullable ShapePath path, LongPredicate number) {
        if (path != null) {
            return all(values -> number.test(values.size()));
        }
        throw wrong(given, "needs a property shape, with sh:path");
    }

    private Constraint.Check property(Statement given, Shape property) {
        if (property.path() == null) {
            throw wrong(given, "leads to a shape without sh:path");
        }
        return all -> all.values().forEach(each -> property.validate(each, all.data(), all.violations()));
    }

    private static Constraint.Check conformingAll(List<Shape> shapes) {
        return conforming(shapes, number -> number == shapes.size());
    }

    private Constraint.Check compared(Statement given, CompareOp operator) {
        if (given.getObject() instanceof Literal bound) {
            return each(node -> Constraint.compare(node, bound, operator));
        }
        throw wrong(given, "must be a literal");
    }

    private Constraint.Check pattern(Statement given) {
        Statement flags = one(given.getSubject(), SHACL.FLAGS);
        try {
            TimedPattern pattern = new TimedPattern(
                    given.getObject().stringValue(),
                    flags == null ? "" : flags.getObject().stringValue());
            return each((node, data) -> !node.isBNode() && pattern.finds(node.stringValue(), data.clock()));
        } catch (IllegalArgumentException e) {
            throw wrong(given, String.valueOf(e.getMessage()));
        }
    }

    private Constraint.@Nullable Check qualified(Statement given, LongPredicate number) {
        Resource shape = given.getSubject();
        Statement qualified = one(shape, SHACL.QUALIFIED_VALUE_SHAPE);
        if (qualified == null) {
            return null; // as the W3C's suite has it
        }
        Map<Value, Shape> siblings = new LinkedHashMap<>();
        if (isTrue(one(shape, SHACL.QUALIFIED_VALUE_SHAPES_DISJOINT))) {
            for (Resource parent : model.filter(null, SHACL.PROPERTY, shape).subjects()) {
                for (Value property : model.filter(parent, SHACL.PROPERTY, null).objects()) {
                    if (property instanceof Resource other) {
                        model.filter(other, SHACL.QUALIFIED_VALUE_SHAPE, null).objects().stream()
                                .filter(each -> !each.equals(qualified.getObject()))
                                .forEach(each -> siblings.put(each, shape(each)));
                    }
                }
            }
        }
        return Constraint.qualified(shape(qualified.getObject()), List.copyOf(siblings.values()), number);
    }

    private Constraint.Check closed(Resource shape) {
        readsAll = true;
        Set<Value> allowed = new HashSet<>();
        for (Value each : model.filter(shape, SHACL.PROPERTY, null).objects()) {
            Statement path = each instanceof Resource property ? one(property, SHACL.PATH) : null;
            if (path != null) {
                allowed.add(path.getObject());
            }
        }
        Statement ignored = one(shape, SHACL.IGNORED_PROPERTIES);
        if (ignored != null) {
            allowed.addAll(list(ignored));
        }
        return Constraint.closed(Set.copyOf(allowed));
    }
}
