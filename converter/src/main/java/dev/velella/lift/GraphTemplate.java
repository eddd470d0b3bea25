package dev.velella.lift;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.DenseOrder;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.OpenTerm;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain JSON with a template. The template is a TriG document with holes in its IRIs and literals, and the
 * payload fills the holes. A hole is one of these:
 *
 * <ul>
 *   <li>{@code {/json/pointer}}: a value of the payload
 *   <li>{@code {topic}}: the topic
 *   <li>{@code {topic[N]}}: a level of the topic, counted from 1, or backwards from -1
 *   <li>{@code {now}}: the time of receipt
 * </ul>
 *
 * <p>The template is parsed once and filled term by term, so no payload can add statements to it. Immutable,
 * thread-safe.
 *
 * <p>A number fills a hole as it is written in the payload ({@link LexicalSpace} writes out some). A hole that is a whole IRI is filled with an IRI. In a hole
 * that is a part of an IRI, the value is percent-encoded. A statement is left out if the payload has no value for one
 * of its holes. If the payload is an array, each of its items fills the template. A literal must be in the lexical space
 * of its datatype. A payload, or an item of an array, has no statements at all if none of them has a value of it.
 *
 * <p>A payload is read in one pass. Each term of the template is created once for each payload, however many statements
 * use it. Terms without holes are created once for all payloads. Statements are not created: the graph is the template
 * with its values ({@link FilledStatements}), from which an encoder can write a frame. Only a payload of several items
 * becomes statements.
 *
 * <p>Statements are in an order in which many terms repeat ({@link DenseOrder dense}), so that frames are small. It is
 * chosen once, for the template.
 */
public final class GraphTemplate implements PayloadFormat {
    private static final Pattern HOLE = Pattern.compile("\\{(/[^{}\\s\"<>]*|topic|topic\\[-?[1-9]\\d*]|now)}");
    private static final ValueFactory STATEMENTS = SimpleValueFactory.getInstance();

    /** Limits of a template, which people write by hand. */
    private static final ReadingLimits OF_TEMPLATE = ReadingLimits.ofElement(4 << 20, 100_000);

    /** Number of terms with the same holes from which on they are remembered. */
    private static final int WORTH_REMEMBERING = 2;

    /** Stands for the place of a missing term. */
    private static final int NONE = StatementTemplate.DEFAULT_GRAPH;

    /** Holes that are not pointers. Their numbers come after the numbers of {@link #pointers}. */
    private final List<String> circumstances = new ArrayList<>();

    /** The texts of all holes, by number. */
    private final List<String> holes;

    private final JsonPointers pointers;
    private final TemplateTerm[] terms;

    /** The values of constant terms; null for terms with holes. */
    private final @Nullable Value[] constants;

    /** The values of terms that are the same for all payloads that are no array; null for terms with holes. */
    private final @Nullable Value[] constantsOfOne;

    private final Shape[] statements;

    /** Whether a value of the payload stands in any statement. */
    private final boolean asksThePayload;

    private final TemplateVariants variants;
    private final List<Group> groups;
    private final Map<String, String> namespaces;
    private final ReadingLimits limits;

    /**
     * Terms that have the same holes.
     *
     * @param holes numbers of the holes
     * @param places places of the terms
     */
    @SuppressWarnings("ArrayRecordComponent") // private, and not changed
    private record Group(int[] holes, int[] places, TermMemory memory) {
        /** The values of the holes, as a key; null if the terms of these values are not worth remembering. */
        @Nullable
        Object key(@Nullable String[] values) {
            if (places.length < WORTH_REMEMBERING) {
                return null;
            }
            if (holes.length == 1) {
                return values[holes[0]];
            }
            List<String> key = new ArrayList<>(holes.length);
            for (int hole : holes) {
                String value = values[hole];
                if (value == null) {
                    return null;
                }
                key.add(value);
            }
            return key;
        }
    }

    /**
     * A statement, as the places of its terms.
     *
     * @param isOfPayload whether a value of the payload stands in it
     */
    private record Shape(int subject, int predicate, int object, int graph, boolean isOfPayload) {}

    /**
     * Reads a template.
     *
     * @param limits of each payload
     * @throws IllegalArgumentException if the template is not TriG, or has a hole at a wrong place
     */
    public GraphTemplate(String template, ReadingLimits limits) {
        this.limits = limits;
        Map<String, Integer> numbers = numbers(template);
        holes = List.copyOf(numbers.keySet());
        pointers =
                new JsonPointers(holes.stream().filter(GraphTemplate::isPointer).toList());
        circumstances.addAll(holes.stream().filter(hole -> !isPointer(hole)).toList());
        RdfGraph parsed = parsed(template, numbers);
        RdfGraph graph = new RdfGraph(new DenseOrder().of(parsed.statements()), parsed.namespaces());
        Map<Value, Integer> places = new LinkedHashMap<>();
        List<Integer> rows = new ArrayList<>();
        for (Statement statement : graph.statements()) {
            rows.add(place(places, statement.getSubject()));
            rows.add(place(places, statement.getPredicate()));
            rows.add(place(places, statement.getObject()));
            rows.add(statement.getContext() == null ? NONE : place(places, statement.getContext()));
        }
        terms = places.keySet().stream().map(TemplateTerm::of).toArray(TemplateTerm[]::new);
        constants = new @Nullable Value[terms.length];
        constantsOfOne = new @Nullable Value[terms.length];
        for (int i = 0; i < terms.length; i++) {
            constants[i] = terms[i].isConstant() ? terms[i].of(new String[0], "") : null;
            constantsOfOne[i] = terms[i].holes().isEmpty() ? terms[i].of(new String[0], "") : null;
        }
        BitSet ofPayload = new BitSet();
        for (int i = 0; i < terms.length; i++) {
            ofPayload.set(i, terms[i].holes().stream().anyMatch(hole -> hole < pointers.count()));
        }
        asksThePayload = !ofPayload.isEmpty();
        statements = new Shape[graph.statements().size()];
        for (int i = 0; i < statements.length; i++) {
            List<Integer> row = rows.subList(4 * i, 4 * i + 4);
            statements[i] = new Shape(
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.get(3),
                    row.stream().anyMatch(place -> place != NONE && ofPayload.get(place)));
        }
        variants = new TemplateVariants(
                constantsOfOne,
                Arrays.stream(terms).map(TemplateTerm::kind).toArray(OpenTerm[]::new),
                ofPayload,
                rows.stream().mapToInt(Integer::intValue).toArray());
        groups = groups(terms);
        namespaces = graph.namespaces();
    }

    /** The terms with holes, those together that have the same holes. */
    private static List<Group> groups(TemplateTerm[] terms) {
        Map<Set<Integer>, List<Integer>> places = new LinkedHashMap<>();
        for (int place = 0; place < terms.length; place++) {
            if (!terms[place].holes().isEmpty()) {
                places.computeIfAbsent(new TreeSet<>(terms[place].holes()), holes -> new ArrayList<>())
                        .add(place);
            }
        }
        return places.entrySet().stream()
                .map(group -> new Group(
                        group.getKey().stream().mapToInt(Integer::intValue).toArray(),
                        group.getValue().stream().mapToInt(Integer::intValue).toArray(),
                        new TermMemory()))
                .toList();
    }

    private static boolean isPointer(String hole) {
        return hole.startsWith("/");
    }

    /** The number of each hole. Holes that are pointers come first. */
    private static Map<String, Integer> numbers(String template) {
        List<String> found = HOLE.matcher(template)
                .results()
                .map(hole -> hole.group(1))
                .distinct()
                .toList();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        found.stream().filter(GraphTemplate::isPointer).forEach(hole -> numbers.put(hole, numbers.size()));
        found.forEach(hole -> numbers.putIfAbsent(hole, numbers.size()));
        return numbers;
    }

    private static RdfGraph parsed(String template, Map<String, Integer> holes) {
        StringBuilder marked = new StringBuilder();
        Matcher hole = HOLE.matcher(template);
        while (hole.find()) {
            boolean wholeIri = template.startsWith("<", hole.start() - 1) && template.startsWith(">", hole.end());
            hole.appendReplacement(
                    marked,
                    (wholeIri ? TemplateTerm.WHOLE : "")
                            + TemplateTerm.OPEN
                            + holes.get(hole.group(1))
                            + TemplateTerm.CLOSE);
        }
        hole.appendTail(marked);
        try {
            return new DocumentReader(Limits.DEFAULT, OF_TEMPLATE, Set.of())
                    .readGraph(DocumentFormat.TRIG, marked.toString().getBytes(StandardCharsets.UTF_8));
        } catch (MalformedDocumentException e) {
            throw new IllegalArgumentException(
                    "is no TriG with holes in <IRIs> and \"literals\": " + e.getMessage(), e);
        }
    }

    private static int place(Map<Value, Integer> places, Value term) {
        Integer place = places.putIfAbsent(term, places.size());
        return place == null ? places.size() - 1 : place;
    }

    @Override
    public RdfGraph read(Payload payload) {
        Filling filling = new Filling(payload);
        JsonText.read(payload.bytes(), parser -> {
            filling.read(parser);
            return filling;
        });
        List<Statement> statements = filling.statements();
        if (statements.isEmpty()) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE, "it has none of the values that the template asks for");
        }
        return new RdfGraph(statements, namespaces);
    }

    /** The values of all holes. */
    private @Nullable String[] values(@Nullable String[] found, Payload payload) {
        if (circumstances.isEmpty()) {
            return found;
        }
        @Nullable String[] values = Arrays.copyOf(found, found.length + circumstances.size());
        for (int i = 0; i < circumstances.size(); i++) {
            values[found.length + i] = circumstance(circumstances.get(i), payload);
        }
        return values;
    }

    private static @Nullable String circumstance(String hole, Payload payload) {
        if (hole.equals("topic")) {
            return payload.topic();
        } else if (hole.equals("now")) {
            return Instant.ofEpochMilli(payload.received().toEpochMilli()).toString();
        }
        return TopicLevels.level(
                payload.topic(), Integer.parseInt(hole.substring("topic[".length(), hole.length() - 1)));
    }

    /** The graph of one payload, while the payload is read. */
    private final class Filling {
        private final Payload payload;
        private final ReadingBudget budget = new ReadingBudget(limits);
        private final List<Statement> several = new ArrayList<>();
        private List<Statement> statements = several;

        Filling(Payload payload) {
            this.payload = payload;
        }

        List<Statement> statements() {
            return statements;
        }

        /** Reads each item of an array, or the single value. */
        void read(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                fillOne(pointers.read(parser));
                return;
            }
            int items = 0;
            boolean more = parser.nextToken() != JsonToken.END_ARRAY;
            while (more) {
                @Nullable String[] found = pointers.read(parser);
                more = parser.nextToken() != JsonToken.END_ARRAY;
                if (items == 0 && !more) {
                    fillOne(found);
                } else {
                    fill(found, "i" + items);
                }
                items++;
            }
        }

        /** Fills the template once, and keeps it together with its values. */
        private void fillOne(@Nullable String[] found) {
            @Nullable String[] values = values(found, payload);
            @Nullable Value[] made = constantsOfOne.clone();
            for (Group group : groups) {
                Object key = group.key(values);
                TermMemory.Made known = key == null ? null : group.memory.find(key);
                if (known == null) {
                    make(group, values, key, made);
                } else {
                    budget.characters(known.characters());
                    for (int i = 0; i < group.places.length; i++) {
                        made[group.places[i]] = known.terms()[i];
                    }
                }
            }
            FilledStatements filled = variants.fill(made);
            budget.statements(filled.size());
            statements = filled;
        }

        private void make(Group group, @Nullable String[] values, @Nullable Object key, @Nullable Value[] made) {
            int characters = 0;
            boolean isComplete = true;
            for (int place : group.places) {
                Value term = term(terms[place], values, "");
                made[place] = term;
                characters += characters(term);
                isComplete &= term != null;
            }
            if (key != null && isComplete) {
                Value[] remembered = new Value[group.places.length];
                for (int i = 0; i < remembered.length; i++) {
                    remembered[i] = made[group.places[i]];
                }
                group.memory.put(key, new TermMemory.Made(remembered, characters));
            }
        }

        private void fill(@Nullable String[] found, String item) {
            @Nullable String[] values = values(found, payload);
            @Nullable Value[] made = constants.clone();
            for (int i = 0; i < made.length; i++) {
                if (made[i] == null) {
                    made[i] = term(terms[i], values, item);
                }
            }
            int before = several.size();
            boolean saysSomething = !asksThePayload;
            for (Shape shape : GraphTemplate.this.statements) {
                saysSomething |= add(made, shape) && shape.isOfPayload();
            }
            if (!saysSomething) {
                several.subList(before, several.size()).clear();
            }
        }

        private @Nullable Value term(TemplateTerm template, @Nullable String[] values, String item) {
            try {
                Value term = template.of(values, item);
                budget.characters(characters(term));
                return term;
            } catch (IllegalArgumentException e) {
                throw new PayloadException(
                        RefusalReason.UNDECODABLE,
                        "by the template: " + e.getMessage() + ", for "
                                + template.holes().stream()
                                        .distinct()
                                        .map(hole -> "{" + holes.get(hole) + "}")
                                        .collect(Collectors.joining(" and ")),
                        e);
            }
        }

        private static int characters(@Nullable Value term) {
            return term == null ? 0 : term.stringValue().length();
        }

        /** Adds a statement; false if one of its terms is missing. */
        private boolean add(@Nullable Value[] made, Shape shape) {
            Value subject = made[shape.subject()];
            Value predicate = made[shape.predicate()];
            Value object = made[shape.object()];
            Value graph = shape.graph() == NONE ? null : made[shape.graph()];
            if (subject == null || predicate == null || object == null || (graph == null && shape.graph() != NONE)) {
                return false;
            }
            budget.statement();
            several.add(
                    graph == null
                            ? STATEMENTS.createStatement((Resource) subject, (IRI) predicate, object)
                            : STATEMENTS.createStatement(
                                    (Resource) subject, (IRI) predicate, object, (Resource) graph));
            return true;
        }
    }
}
