package dev.velella.view.shapes;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.OWL;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.SHACL;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.jspecify.annotations.Nullable;

/** Reads shapes of SHACL Core. What it does not know is refused by name. Used for one shapes graph. */
final class ShapesParser {
    private static final Set<IRI> TARGETS =
            Set.of(SHACL.TARGET_NODE, SHACL.TARGET_CLASS, SHACL.TARGET_SUBJECTS_OF, SHACL.TARGET_OBJECTS_OF);

    /** Properties of a shape that are no constraints, or belong to another property of it. */
    private static final Set<IRI> BESIDE = Set.of(
            SHACL.PATH,
            SHACL.SEVERITY_PROP,
            SHACL.MESSAGE,
            SHACL.DEACTIVATED,
            SHACL.NAME,
            SHACL.DESCRIPTION,
            SHACL.ORDER,
            SHACL.GROUP,
            SHACL.DEFAULT_VALUE,
            SHACL.FLAGS,
            SHACL.IGNORED_PROPERTIES,
            SHACL.QUALIFIED_MIN_COUNT,
            SHACL.QUALIFIED_MAX_COUNT,
            SHACL.QUALIFIED_VALUE_SHAPES_DISJOINT);

    private final String view;
    private final Model model;
    private final Map<Resource, IRI> names = new HashMap<>();
    private final Map<Resource, Shape> read = new HashMap<>();
    private final Set<Resource> open = new LinkedHashSet<>();

    private ShapesParser(String view, Model model) {
        this.view = view;
        this.model = model;
        int number = 0;
        for (Statement each : model) {
            Resource subject = each.getSubject();
            if (!names.containsKey(subject)) {
                number++;
                names.put(
                        subject,
                        subject instanceof IRI iri
                                ? iri
                                : SimpleValueFactory.getInstance()
                                        .createIRI("urn:velella:view:" + view + ":shape:" + number));
            }
        }
    }

    /** @throws ViewRefusedException if the text is no Turtle, or has no shape with a target */
    static List<Shape> parse(String view, String turtle) {
        try {
            return parse(
                    view,
                    new LinkedHashModel(new DocumentReader(Limits.DEFAULT)
                            .readGraph(DocumentFormat.TURTLE, turtle.getBytes(StandardCharsets.UTF_8))
                            .statements()));
        } catch (MalformedDocumentException e) {
            throw new ViewRefusedException(Refusal.SYNTAX, view, "shapes", "are no Turtle: " + e.getMessage());
        }
    }

    /** The shapes that have targets. */
    static List<Shape> parse(String view, Model model) {
        ShapesParser parser = new ShapesParser(view, model);
        if (model.contains(null, OWL.IMPORTS, null)) {
            throw parser.refused(Refusal.UNSUPPORTED, "owl:imports is not offered: put all shapes into the definition");
        }
        if (model.contains(null, RDF.TYPE, SHACL.CONSTRAINT_COMPONENT)) {
            throw parser.refused(Refusal.UNSUPPORTED, "sh:ConstraintComponent is not offered: SHACL Core only");
        }
        Set<Resource> roots = new LinkedHashSet<>();
        for (Statement each : model) {
            boolean isShape = each.getPredicate().equals(RDF.TYPE)
                    && (each.getObject().equals(SHACL.NODE_SHAPE)
                            || each.getObject().equals(SHACL.PROPERTY_SHAPE));
            if (TARGETS.contains(each.getPredicate()) || isShape) {
                roots.add(each.getSubject());
            }
        }
        List<Shape> shapes = roots.stream()
                .map(parser::shape)
                .filter(shape -> !shape.targets().isEmpty())
                .toList();
        if (roots.isEmpty()) {
            throw parser.refused(Refusal.SYNTAX, "there is no shape: no sh:NodeShape, sh:PropertyShape or target");
        }
        return shapes;
    }

    private ViewRefusedException refused(Refusal reason, String why) {
        return new ViewRefusedException(reason, view, "shapes", why);
    }

    private ViewRefusedException wrong(Resource shape, String why) {
        return refused(Refusal.SYNTAX, names.get(shape) + ": " + why);
    }

    private Shape shape(Value node) {
        if (!(node instanceof Resource resource)) {
            throw refused(Refusal.SYNTAX, node + " is no shape");
        }
        Shape known = read.get(resource);
        if (known != null) {
            return known;
        }
        if (!open.add(resource)) {
            throw refused(Refusal.UNSUPPORTED, names.get(resource) + " is a shape that leads to itself");
        }
        names.computeIfAbsent(resource, none -> resource instanceof IRI iri ? iri : RDF.NIL);
        Value path = one(resource, SHACL.PATH);
        List<Literal> messages = new ArrayList<>();
        for (Value each : model.filter(resource, SHACL.MESSAGE, null).objects()) {
            if (each instanceof Literal literal) {
                messages.add(literal);
            }
        }
        Value severity = one(resource, SHACL.SEVERITY_PROP);
        Shape shape = new Shape(
                names.getOrDefault(resource, RDF.NIL),
                path == null ? null : path(resource, path),
                targets(resource),
                constraints(resource, path != null),
                severity instanceof IRI iri ? iri : SHACL.VIOLATION,
                List.copyOf(messages),
                !isTrue(resource, SHACL.DEACTIVATED));
        open.remove(resource);
        read.put(resource, shape);
        return shape;
    }

    private @Nullable Value one(Resource shape, IRI property) {
        Set<Value> values = model.filter(shape, property, null).objects();
        if (values.size() > 1) {
            throw wrong(shape, "sh:" + property.getLocalName() + " stands there twice");
        }
        return values.isEmpty() ? null : values.iterator().next();
    }

    private boolean isTrue(Resource shape, IRI property) {
        Value value = one(shape, property);
        if (value == null) {
            return false;
        }
        if (value instanceof Literal literal && literal.getCoreDatatype() == CoreDatatype.XSD.BOOLEAN) {
            return literal.booleanValue();
        }
        throw wrong(shape, "sh:" + property.getLocalName() + " must be true or false");
    }

    private List<Shape.Target> targets(Resource shape) {
        List<Shape.Target> targets = new ArrayList<>();
        for (Statement each : model.filter(shape, null, null)) {
            IRI property = each.getPredicate();
            if (property.equals(SHACL.TARGET_NODE)) {
                targets.add(new Shape.Target.Node(each.getObject()));
            } else if (property.equals(SHACL.TARGET_CLASS)) {
                targets.add(new Shape.Target.OfClass(each.getObject()));
            } else if (property.equals(SHACL.TARGET_SUBJECTS_OF)) {
                targets.add(new Shape.Target.Subjects(iri(shape, each)));
            } else if (property.equals(SHACL.TARGET_OBJECTS_OF)) {
                targets.add(new Shape.Target.Objects(iri(shape, each)));
            }
        }
        if (model.contains(shape, RDF.TYPE, RDFS.CLASS) || model.contains(shape, RDF.TYPE, OWL.CLASS)) {
            targets.add(new Shape.Target.OfClass(shape));
        }
        return List.copyOf(targets);
    }

    private IRI iri(Resource shape, Statement given) {
        if (given.getObject() instanceof IRI iri) {
            return iri;
        }
        throw wrong(shape, "sh:" + given.getPredicate().getLocalName() + " must be an IRI");
    }

    private ShapePath path(Resource shape, Value path) {
        if (path instanceof IRI predicate && !path.equals(RDF.NIL)) {
            return new ShapePath.Step(predicate);
        }
        if (path instanceof Resource node && open.add(node)) {
            try {
                if (model.contains(node, RDF.FIRST, null)) {
                    return new ShapePath.Sequence(list(shape, node).stream()
                            .map(each -> path(shape, each))
                            .toList());
                }
                for (Statement each : model.filter(node, null, null)) {
                    IRI kind = each.getPredicate();
                    if (kind.equals(SHACL.INVERSE_PATH)) {
                        return new ShapePath.Inverse(path(shape, each.getObject()));
                    } else if (kind.equals(SHACL.ALTERNATIVE_PATH)) {
                        return new ShapePath.Alternative(list(shape, each.getObject()).stream()
                                .map(one -> path(shape, one))
                                .toList());
                    } else if (kind.equals(SHACL.ZERO_OR_MORE_PATH)) {
                        return new ShapePath.Repeated(path(shape, each.getObject()), '*');
                    } else if (kind.equals(SHACL.ONE_OR_MORE_PATH)) {
                        return new ShapePath.Repeated(path(shape, each.getObject()), '+');
                    } else if (kind.equals(SHACL.ZERO_OR_ONE_PATH)) {
                        return new ShapePath.Repeated(path(shape, each.getObject()), '?');
                    }
                }
            } finally {
                open.remove(node);
            }
        }
        throw wrong(shape, "sh:path is no path");
    }

    private List<Value> list(Resource shape, Value first) {
        List<Value> members = new ArrayList<>();
        Set<Value> seen = new HashSet<>();
        Value at = first;
        while (!at.equals(RDF.NIL)) {
            if (!(at instanceof Resource node) || !seen.add(at)) {
                throw wrong(shape, "has a list that does not end");
            }
            Value member = one(node, RDF.FIRST);
            Value rest = one(node, RDF.REST);
            if (member == null || rest == null) {
                throw wrong(shape, "has a list that is none");
            }
            members.add(member);
            at = rest;
        }
        return members;
    }

    private List<Constraint> constraints(Resource shape, boolean hasPath) {
        List<Constraint> constraints = new ArrayList<>();
        for (Statement each : model.filter(shape, null, null)) {
            IRI property = each.getPredicate();
            if (property.getNamespace().equals(SHACL.NAMESPACE)
                    && !TARGETS.contains(property)
                    && !BESIDE.contains(property)) {
                Constraint made = constraint(shape, property, each.getObject(), hasPath);
                if (made != null) {
                    constraints.add(made);
                }
            }
        }
        return List.copyOf(constraints);
    }

    private @Nullable Constraint constraint(Resource shape, IRI property, Value value, boolean hasPath) {
        return switch (property.getLocalName()) {
            case "class" -> new Constraint.OfClass(value);
            case "datatype" -> Constraint.datatype(iri(shape, property, value));
            case "nodeKind" -> Constraint.nodeKind(iri(shape, property, value));
            case "minCount" -> {
                long least = number(shape, property, value);
                yield hasPath
                        ? Constraint.ofAll(SHACL.MIN_COUNT_CONSTRAINT_COMPONENT, values -> values.size() >= least)
                        : onProperty(shape, property);
            }
            case "maxCount" -> {
                long most = number(shape, property, value);
                yield hasPath
                        ? Constraint.ofAll(SHACL.MAX_COUNT_CONSTRAINT_COMPONENT, values -> values.size() <= most)
                        : onProperty(shape, property);
            }
            case "minExclusive" ->
                compared(shape, SHACL.MIN_EXCLUSIVE_CONSTRAINT_COMPONENT, property, value, CompareOp.GT);
            case "minInclusive" ->
                compared(shape, SHACL.MIN_INCLUSIVE_CONSTRAINT_COMPONENT, property, value, CompareOp.GE);
            case "maxExclusive" ->
                compared(shape, SHACL.MAX_EXCLUSIVE_CONSTRAINT_COMPONENT, property, value, CompareOp.LT);
            case "maxInclusive" ->
                compared(shape, SHACL.MAX_INCLUSIVE_CONSTRAINT_COMPONENT, property, value, CompareOp.LE);
            case "minLength" -> {
                long least = number(shape, property, value);
                yield Constraint.ofValues(
                        SHACL.MIN_LENGTH_CONSTRAINT_COMPONENT,
                        each -> !each.isBNode() && Constraint.length(each) >= least);
            }
            case "maxLength" -> {
                long most = number(shape, property, value);
                yield Constraint.ofValues(
                        SHACL.MAX_LENGTH_CONSTRAINT_COMPONENT,
                        each -> !each.isBNode() && Constraint.length(each) <= most);
            }
            case "pattern" -> Constraint.pattern(pattern(shape, value));
            case "languageIn" ->
                Constraint.languageIn(
                        list(shape, value).stream().map(Value::stringValue).toList());
            case "uniqueLang" -> value.stringValue().equals("true") ? Constraint.uniqueLang() : null; // not "1"
            case "equals" -> new Constraint.Pair(SHACL.EQUALS_CONSTRAINT_COMPONENT, iri(shape, property, value));
            case "disjoint" -> new Constraint.Pair(SHACL.DISJOINT_CONSTRAINT_COMPONENT, iri(shape, property, value));
            case "lessThan" -> new Constraint.Pair(SHACL.LESS_THAN_CONSTRAINT_COMPONENT, iri(shape, property, value));
            case "lessThanOrEquals" ->
                new Constraint.Pair(SHACL.LESS_THAN_OR_EQUALS_CONSTRAINT_COMPONENT, iri(shape, property, value));
            case "not" -> new Constraint.Logical(SHACL.NOT_CONSTRAINT_COMPONENT, List.of(shape(value)));
            case "node" -> new Constraint.Logical(SHACL.NODE_CONSTRAINT_COMPONENT, List.of(shape(value)));
            case "and" -> new Constraint.Logical(SHACL.AND_CONSTRAINT_COMPONENT, shapes(shape, value));
            case "or" -> new Constraint.Logical(SHACL.OR_CONSTRAINT_COMPONENT, shapes(shape, value));
            case "xone" -> new Constraint.Logical(SHACL.XONE_CONSTRAINT_COMPONENT, shapes(shape, value));
            case "property" -> new Constraint.Property(property(shape, value));
            case "qualifiedValueShape" -> qualified(shape, value);
            case "closed" -> isTrue(shape, property) ? closed(shape) : null;
            case "hasValue" -> Constraint.ofAll(SHACL.HAS_VALUE_CONSTRAINT_COMPONENT, values -> values.contains(value));
            case "in" -> {
                Set<Value> allowed = Set.copyOf(list(shape, value));
                yield Constraint.ofValues(SHACL.IN_CONSTRAINT_COMPONENT, allowed::contains);
            }
            default ->
                throw refused(
                        Refusal.UNSUPPORTED,
                        names.get(shape) + ": sh:" + property.getLocalName() + " is not offered: SHACL Core only");
        };
    }

    private Constraint onProperty(Resource shape, IRI property) {
        throw wrong(shape, "sh:" + property.getLocalName() + " needs a property shape, with sh:path");
    }

    private IRI iri(Resource shape, IRI property, Value value) {
        if (value instanceof IRI iri) {
            return iri;
        }
        throw wrong(shape, "sh:" + property.getLocalName() + " must be an IRI");
    }

    private long number(Resource shape, IRI property, Value value) {
        if (value instanceof Literal literal && literal.getCoreDatatype() == CoreDatatype.XSD.INTEGER) {
            return literal.longValue();
        }
        throw wrong(shape, "sh:" + property.getLocalName() + " must be an integer");
    }

    private Constraint compared(Resource shape, IRI component, IRI property, Value value, CompareOp operator) {
        if (value instanceof Literal literal) {
            return Constraint.compared(component, literal, operator);
        }
        throw wrong(shape, "sh:" + property.getLocalName() + " must be a literal");
    }

    private Pattern pattern(Resource shape, Value value) {
        Value flags = one(shape, SHACL.FLAGS);
        String text = flags == null ? "" : flags.stringValue();
        int options = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            options |= switch (each) {
                case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 's' -> Pattern.DOTALL;
                case 'm' -> Pattern.MULTILINE;
                case 'x' -> Pattern.COMMENTS;
                case 'q' -> Pattern.LITERAL;
                default -> throw wrong(shape, "sh:flags knows i, s, m, x and q only");
            };
        }
        try {
            return Pattern.compile(value.stringValue(), options);
        } catch (PatternSyntaxException e) {
            throw wrong(shape, "sh:pattern is no regular expression: " + e.getDescription());
        }
    }

    private List<Shape> shapes(Resource shape, Value list) {
        return list(shape, list).stream().map(this::shape).toList();
    }

    private Shape property(Resource shape, Value value) {
        Shape property = shape(value);
        if (property.path() == null) {
            throw wrong(shape, "sh:property leads to a shape without sh:path");
        }
        return property;
    }

    private Constraint qualified(Resource shape, Value value) {
        Value least = one(shape, SHACL.QUALIFIED_MIN_COUNT);
        Value most = one(shape, SHACL.QUALIFIED_MAX_COUNT);
        Map<Value, Shape> siblings = new LinkedHashMap<>();
        if (isTrue(shape, SHACL.QUALIFIED_VALUE_SHAPES_DISJOINT)) {
            for (Resource parent : model.filter(null, SHACL.PROPERTY, shape).subjects()) {
                for (Value property : model.filter(parent, SHACL.PROPERTY, null).objects()) {
                    if (property instanceof Resource other) {
                        model.filter(other, SHACL.QUALIFIED_VALUE_SHAPE, null).objects().stream()
                                .filter(each -> !each.equals(value))
                                .forEach(each -> siblings.put(each, shape(each)));
                    }
                }
            }
        }
        return new Constraint.Qualified(
                shape(value),
                List.copyOf(siblings.values()),
                least == null ? 0 : number(shape, SHACL.QUALIFIED_MIN_COUNT, least),
                most == null ? Long.MAX_VALUE : number(shape, SHACL.QUALIFIED_MAX_COUNT, most));
    }

    private Constraint closed(Resource shape) {
        Set<IRI> allowed = new HashSet<>();
        for (Value each : model.filter(shape, SHACL.PROPERTY, null).objects()) {
            if (each instanceof Resource property && one(property, SHACL.PATH) instanceof IRI path) {
                allowed.add(path);
            }
        }
        Value ignored = one(shape, SHACL.IGNORED_PROPERTIES);
        for (Value each : ignored == null ? List.<Value>of() : list(shape, ignored)) {
            allowed.add(iri(shape, SHACL.IGNORED_PROPERTIES, each));
        }
        return new Constraint.Closed(Set.copyOf(allowed));
    }
}
