package dev.velella.lift;

import com.fasterxml.jackson.core.JsonToken;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.DenseOrder;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.OpenTerm;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTemplate;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes graphs of plain values with a template: a TriG document with holes and blocks, whose language is described in
 * {@code docs/lift.md}.
 *
 * <p>The template is parsed once and filled term by term, so no value can add statements to it. Immutable, thread-safe.
 *
 * <p>A number fills a hole as it is written ({@link LexicalSpace} writes out some). A hole that is a whole IRI is filled
 * with an IRI. In a hole that is a part of an IRI, the value is percent-encoded. A statement is left out if one of its holes
 * finds nothing. If the value is an array, each of its items fills the template. A literal must be in the lexical space
 * of its datatype. A value, or an item of an array, has no statements at all if none of them has a value of it.
 *
 * <p>A text in JSON is read in one pass. In a template without blocks each term is created once for each value, however
 * many statements use it, and terms without holes once for all values. Statements are not created then: the graph is the
 * template with its values ({@link FilledStatements}), from which an encoder can write a frame, in an order in which many
 * terms repeat ({@link DenseOrder dense}). A value of several items, and a template with blocks, become statements.
 */
public final class GraphTemplate implements PayloadFormat {
    private static final ValueFactory STATEMENTS = SimpleValueFactory.getInstance();

    /** Limits of a template, which people write by hand. */
    private static final ReadingLimits OF_TEMPLATE = ReadingLimits.ofElement(4 << 20, 100_000);

    /** What a message of a device has. */
    private static final Set<Hole.Source> OF_MESSAGE = EnumSet.of(
            Hole.Source.VALUE, Hole.Source.ITEM, Hole.Source.TOPIC, Hole.Source.TOPIC_LEVEL, Hole.Source.NOW);

    /** What a record of Kafka has. */
    static final Set<Hole.Source> OF_RECORD =
            EnumSet.complementOf(EnumSet.of(Hole.Source.TOPIC_LEVEL, Hole.Source.NOW));

    /** What Debezium writes in place of a value that the database did not send. */
    private static final String UNAVAILABLE = "__debezium_unavailable_value";

    private static final String UNAVAILABLE_BASE64 = "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==";

    /** Number of terms with the same holes from which on they are remembered. */
    private static final int WORTH_REMEMBERING = 2;

    /** Stands for the place of a missing term. */
    private static final int NONE = StatementTemplate.DEFAULT_GRAPH;

    private final List<TemplateText.Use> uses;

    /** The pointer of each hole in the set of its scope, or of the key; -1 for other holes. */
    private final int[] slots;

    private final Scope[] scopes;
    private final PointerSet keyPointers = new PointerSet();
    private final Map<String, Map<String, String>> maps = new HashMap<>();
    private final TemplateTerm[] terms;

    /** The values of constant terms; null for terms with holes. */
    private final @Nullable Value[] constants;

    /** The statements without values of their own; null for a template with blocks or open types. */
    private final @Nullable Flat flat;

    /** Whether a value of the record stands in any statement. */
    private final boolean asksTheValue;

    private final boolean isOfDebezium;
    private final Map<String, String> namespaces;
    private final ReadingLimits limits;

    /**
     * The statements that are there once for each item of a block; the first scope is the whole template.
     *
     * @param parent number of the scope around it; -1 for the first
     * @param block number of the block in the pointers of the parent
     */
    private record Scope(
            int parent,
            int block,
            PointerSet pointers,
            List<Integer> holes,
            List<Integer> terms,
            List<Shape> statements,
            List<Integer> children) {}

    /**
     * A condition of statements.
     *
     * @param isThere whether the value must be there, or must not
     */
    private record Guard(int scope, int slot, boolean isThere) {}

    /**
     * A statement, as the places of its terms.
     *
     * @param isOfValue whether a value of the record stands in it, or it is there for an item or a condition
     */
    private record Shape(int subject, int predicate, int object, int graph, boolean isOfValue, List<Guard> guards) {}

    /** A template without blocks: its terms are made together, and remembered. */
    @SuppressWarnings("ArrayRecordComponent") // private, and not changed
    private record Flat(@Nullable Value[] constants, TemplateVariants variants, List<Group> groups) {}

    /**
     * Terms that have the same holes.
     *
     * @param holes numbers of the holes
     * @param places places of the terms
     */
    @SuppressWarnings("ArrayRecordComponent") // private, and not changed
    private record Group(int[] holes, int[] places, boolean isRemembered, TermMemory memory) {
        /** The values of the holes, as a key; null if the terms of these values are not worth remembering. */
        @Nullable
        Object key(@Nullable String[] values) {
            if (places.length < WORTH_REMEMBERING || !isRemembered) {
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
     * Reads a template for messages of devices.
     *
     * @param limits of each payload
     * @throws IllegalArgumentException if the template is not TriG, or has a hole at a wrong place
     */
    public GraphTemplate(String template, ReadingLimits limits) {
        this(template, limits, OF_MESSAGE, false);
    }

    /**
     * Reads a template.
     *
     * @param limits of each record
     * @param sources what holes may ask for
     * @param isOfDebezium whether Debezium's mark of a missing value is an error
     * @throws IllegalArgumentException if the template is not TriG, or has a hole at a wrong place
     */
    GraphTemplate(String template, ReadingLimits limits, Set<Hole.Source> sources, boolean isOfDebezium) {
        this.limits = limits;
        this.isOfDebezium = isOfDebezium;
        TemplateText text = new TemplateText(template);
        uses = text.uses();
        RdfGraph parsed = parsed(text);
        namespaces = parsed.namespaces();
        List<Statement> statements = withoutMaps(parsed.statements());
        scopes = scopes(text);
        slots = new int[uses.size()];
        for (int hole = 0; hole < slots.length; hole++) {
            slots[hole] = slot(uses.get(hole), sources);
        }
        boolean isPlain = text.blocks().isEmpty() && !text.marked().contains(TemplateText.OWN_TYPE);
        Map<Value, Integer> places = new LinkedHashMap<>();
        List<Integer> rows = new ArrayList<>();
        place(text, isPlain ? new DenseOrder().of(statements) : statements, places, rows);
        terms = new TemplateTerm[places.size()];
        places.forEach((term, place) ->
                terms[place] = TemplateTerm.of(term, !text.blocks().isEmpty()));
        constants = new @Nullable Value[terms.length];
        for (int i = 0; i < terms.length; i++) {
            constants[i] = terms[i].isConstant() ? terms[i].of(new HoleValues(0), "") : null;
        }
        assignTerms();
        asksTheValue = Arrays.stream(scopes)
                .anyMatch(scope -> scope.statements.stream().anyMatch(Shape::isOfValue));
        flat = isPlain && Arrays.stream(terms).allMatch(TemplateTerm::hasKind) ? flat(rows) : null;
    }

    private Scope[] scopes(TemplateText text) {
        Scope[] made = new Scope[text.parents().size()];
        made[0] = scope(-1, -1);
        for (TemplateText.Block block : text.blocks()) {
            if (block.kind() == TemplateText.BlockKind.REPEAT) {
                PointerSet items = new PointerSet();
                Scope outer = made[block.scope()];
                outer.children.add(block.inner());
                made[block.inner()] = new Scope(
                        block.scope(),
                        outer.pointers.addBlock(block.pointer(), items),
                        items,
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        new ArrayList<>());
            }
        }
        return made;
    }

    private static Scope scope(int parent, int block) {
        return new Scope(
                parent,
                block,
                new PointerSet(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    /** The pointer of a hole. */
    private int slot(TemplateText.Use use, Set<Hole.Source> sources) {
        Hole hole = use.hole();
        if (!sources.contains(hole.source())) {
            throw new IllegalArgumentException(
                    "line " + use.line() + ": " + hole + " is nothing that a record has here");
        }
        String function = hole.function();
        if (function != null && !Hole.isTimeFunction(function) && !maps.containsKey(function)) {
            throw new IllegalArgumentException("line " + use.line() + ": " + hole + " names " + function
                    + ", which is neither s, ms, us, ns or days nor a map of the template (@map)");
        }
        return switch (hole.source()) {
            case VALUE -> scopes[outer(use.scope(), hole.up())].pointers.add(hole.name());
            case KEY -> keyPointers.add(hole.name());
            default -> -1;
        };
    }

    private int outer(int scope, int up) {
        int outer = scope;
        for (int i = 0; i < up; i++) {
            outer = scopes[outer].parent;
        }
        return outer;
    }

    private static RdfGraph parsed(TemplateText text) {
        try {
            return new DocumentReader(Limits.DEFAULT, OF_TEMPLATE, Set.of())
                    .readGraph(DocumentFormat.TRIG, text.marked().getBytes(StandardCharsets.UTF_8));
        } catch (MalformedDocumentException e) {
            String hint = text.blocks().isEmpty()
                    ? ""
                    : "; {#...}, {?...}, {!...} and {end} stand between whole statements, after a full stop";
            throw new IllegalArgumentException(
                    "is no TriG with holes in <IRIs> and \"literals\": " + e.getMessage() + hint, e);
        }
    }

    /** Takes the maps out of the statements. */
    private List<Statement> withoutMaps(List<Statement> all) {
        Map<Resource, Value> first = new HashMap<>();
        Map<Resource, Value> rest = new HashMap<>();
        for (Statement statement : all) {
            if (statement.getPredicate().equals(org.eclipse.rdf4j.model.vocabulary.RDF.FIRST)) {
                first.put(statement.getSubject(), statement.getObject());
            } else if (statement.getPredicate().equals(org.eclipse.rdf4j.model.vocabulary.RDF.REST)) {
                rest.put(statement.getSubject(), statement.getObject());
            }
        }
        Set<Value> lists = new java.util.HashSet<>();
        for (Statement statement : all) {
            String subject = statement.getSubject().stringValue();
            if (subject.startsWith(TemplateText.MAP)) {
                String name = subject.substring(TemplateText.MAP.length());
                List<Value> items = new ArrayList<>();
                for (Value node = statement.getObject(); first.containsKey(node); node = rest.get(node)) {
                    lists.add(node);
                    items.add(first.get(node));
                }
                if (Hole.isTimeFunction(name) || maps.put(name, map(name, items)) != null) {
                    throw new IllegalArgumentException("has two functions with the name " + name);
                }
            }
        }
        return all.stream()
                .filter(statement -> !statement.getSubject().stringValue().startsWith(TemplateText.MAP)
                        && !lists.contains(statement.getSubject()))
                .toList();
    }

    private static Map<String, String> map(String name, List<Value> items) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < items.size(); i += 2) {
            if (i + 1 == items.size()
                    || !items.get(i).isLiteral()
                    || !items.get(i + 1).isIRI()) {
                throw new IllegalArgumentException("has a wrong @map " + name
                        + "; it is a list of texts and IRIs by turns: @map " + name + " ( \"on\" <https://...> ) .");
            }
            if (map.put(items.get(i).stringValue(), items.get(i + 1).stringValue()) != null) {
                throw new IllegalArgumentException("has \"" + items.get(i).stringValue() + "\" twice in @map " + name);
            }
        }
        if (map.isEmpty()) {
            throw new IllegalArgumentException("has an empty @map " + name);
        }
        return map;
    }

    /** Gives each statement its scope and its conditions. */
    private void place(TemplateText text, List<Statement> statements, Map<Value, Integer> places, List<Integer> rows) {
        Deque<TemplateText.Block> open = new ArrayDeque<>();
        for (Statement statement : statements) {
            String subject = statement.getSubject().stringValue();
            if (subject.startsWith(TemplateText.BEGIN)) {
                open.addLast(text.blocks().get(Integer.parseInt(subject.substring(TemplateText.BEGIN.length()))));
                continue;
            } else if (subject.equals(TemplateText.END)) {
                open.removeLast();
                continue;
            }
            List<Integer> row = List.of(
                    place(places, statement.getSubject()),
                    place(places, statement.getPredicate()),
                    place(places, statement.getObject()),
                    statement.getContext() == null ? NONE : place(places, statement.getContext()));
            rows.addAll(row);
            List<Guard> guards = new ArrayList<>();
            for (TemplateText.Block block : open) {
                if (block.kind() != TemplateText.BlockKind.REPEAT) {
                    int slot = scopes[block.scope()].pointers.add(block.pointer());
                    guards.add(new Guard(block.scope(), slot, block.kind() == TemplateText.BlockKind.PRESENT));
                }
            }
            int scope = open.isEmpty() ? 0 : open.getLast().inner();
            boolean isOfValue = !open.isEmpty()
                    || TemplateTerm.holes(statement).stream()
                            .anyMatch(hole -> uses.get(hole).hole().source() == Hole.Source.VALUE);
            scopes[scope].statements.add(new Shape(row.get(0), row.get(1), row.get(2), row.get(3), isOfValue, guards));
        }
    }

    private static int place(Map<Value, Integer> places, Value term) {
        Integer place = places.putIfAbsent(term, places.size());
        return place == null ? places.size() - 1 : place;
    }

    /** Gives each hole and each term that is not constant its scope; a blank node the innermost around all its statements. */
    private void assignTerms() {
        for (int hole = 0; hole < uses.size(); hole++) {
            scopes[uses.get(hole).scope()].holes.add(hole);
        }
        int[] owner = new int[terms.length];
        Arrays.fill(owner, -1);
        for (int scope = 0; scope < scopes.length; scope++) {
            for (Shape shape : scopes[scope].statements) {
                for (int place : new int[] {shape.subject, shape.predicate, shape.object, shape.graph}) {
                    if (place != NONE && constants[place] == null) {
                        owner[place] = owner[place] < 0 ? scope : common(owner[place], scope);
                    }
                }
            }
        }
        for (int place = 0; place < terms.length; place++) {
            if (owner[place] >= 0) {
                scopes[owner[place]].terms.add(place);
            }
        }
    }

    /** The innermost scope around two scopes. An inner scope has a larger number than those around it. */
    private int common(int one, int other) {
        int a = one;
        int b = other;
        while (a != b) {
            if (a > b) {
                a = scopes[a].parent;
            } else {
                b = scopes[b].parent;
            }
        }
        return a;
    }

    private Flat flat(List<Integer> rows) {
        @Nullable Value[] ofOne = new @Nullable Value[terms.length];
        BitSet ofValue = new BitSet();
        for (int i = 0; i < terms.length; i++) {
            ofOne[i] = terms[i].holes().isEmpty() ? terms[i].of(new HoleValues(0), "") : null;
            ofValue.set(
                    i,
                    terms[i].holes().stream()
                            .anyMatch(hole -> uses.get(hole).hole().source() == Hole.Source.VALUE));
        }
        return new Flat(
                ofOne,
                new TemplateVariants(
                        ofOne,
                        Arrays.stream(terms).map(TemplateTerm::kind).toArray(OpenTerm[]::new),
                        ofValue,
                        rows.stream().mapToInt(Integer::intValue).toArray()),
                groups());
    }

    /** The terms with holes, those together that have the same holes. */
    private List<Group> groups() {
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
                        group.getValue().stream().noneMatch(place -> terms[place].dependsOnKind()),
                        new TermMemory()))
                .toList();
    }

    /** The pointers into the value of a record. */
    PointerSet pointers() {
        return scopes[0].pointers;
    }

    /** The pointers into the key of a record. */
    PointerSet keyPointers() {
        return keyPointers;
    }

    @Override
    public RdfGraph read(Payload payload) {
        return fill(payload.bytes(), keyPointers.nothing(), (source, name) -> switch (source) {
                    case TOPIC -> payload.topic();
                    case TOPIC_LEVEL -> TopicLevels.level(payload.topic(), Integer.parseInt(name));
                    case NOW ->
                        Instant.ofEpochMilli(payload.received().toEpochMilli()).toString();
                    default -> null;
                })
                .graph();
    }

    /**
     * A template with the values of a record.
     *
     * @param first values of the record, or of the first item of an array; null for an array without items
     */
    record Filled(RdfGraph graph, @Nullable FoundValues first) {}

    /**
     * Fills the template with one value in JSON, or with each item of an array.
     *
     * @param key values of the key, found by {@link #keyPointers}
     * @throws PayloadException if the values do not fit
     */
    Filled fill(byte[] json, FoundValues key, Circumstances circumstances) {
        Filling filling = new Filling(key, circumstances);
        JsonText.read(json, parser -> {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                filling.add(pointers().read(parser), true);
                return filling;
            }
            boolean more = parser.nextToken() != JsonToken.END_ARRAY;
            while (more) {
                FoundValues item = pointers().read(parser);
                more = parser.nextToken() != JsonToken.END_ARRAY;
                filling.add(item, !more);
            }
            return filling;
        });
        return filling.filled();
    }

    /**
     * Fills the template with values.
     *
     * @param items values of the record, found by {@link #pointers}, or of each item of an array
     * @param key values of the key, found by {@link #keyPointers}
     * @throws PayloadException if the values do not fit
     */
    Filled fill(List<FoundValues> items, FoundValues key, Circumstances circumstances) {
        Filling filling = new Filling(key, circumstances);
        for (int i = 0; i < items.size(); i++) {
            filling.add(items.get(i), i == items.size() - 1);
        }
        return filling.filled();
    }

    /** The graph of one record, while it is made. */
    private final class Filling {
        private final FoundValues key;
        private final Circumstances circumstances;
        private final ReadingBudget budget = new ReadingBudget(limits);
        private final HoleValues values = new HoleValues(uses.size());

        /** For each scope the values of its present item, and its number. */
        private final FoundValues[] found = new FoundValues[scopes.length];

        private final int[] numbers = new int[scopes.length];
        private final @Nullable Value[] made = constants.clone();
        private final List<Statement> several = new ArrayList<>();
        private List<Statement> statements = several;
        private boolean saysSomething;
        private int items;
        private @Nullable FoundValues first;

        Filling(FoundValues key, Circumstances circumstances) {
            this.key = key;
            this.circumstances = circumstances;
        }

        Filled filled() {
            if (statements.isEmpty()) {
                throw new PayloadException(
                        RefusalReason.UNDECODABLE, "it has none of the values that the template asks for");
            }
            return new Filled(new RdfGraph(statements, namespaces), first);
        }

        /** Fills the template once, with the next item. */
        void add(FoundValues value, boolean isLast) {
            boolean isOnly = isLast && items == 0;
            String item = isOnly ? "" : "i" + items;
            first = items == 0 ? value : first;
            items++;
            if (flat != null && isOnly) {
                found[0] = value;
                readHoles(scopes[0]);
                fillOne(flat);
                return;
            }
            int before = several.size();
            saysSomething = !asksTheValue;
            fill(0, value, item);
            if (!saysSomething) {
                several.subList(before, several.size()).clear();
            }
        }

        /** Fills the template, and keeps it together with its values. */
        private void fillOne(Flat template) {
            @Nullable Value[] all = template.constants.clone();
            for (Group group : template.groups) {
                Object same = group.key(values.texts());
                TermMemory.Made known = same == null ? null : group.memory.find(same);
                if (known == null) {
                    make(group, same, all);
                } else {
                    budget.characters(known.characters());
                    for (int i = 0; i < group.places.length; i++) {
                        all[group.places[i]] = known.terms()[i];
                    }
                }
            }
            FilledStatements filled = template.variants.fill(all);
            budget.statements(filled.size());
            statements = filled;
        }

        private void make(Group group, @Nullable Object same, @Nullable Value[] all) {
            int characters = 0;
            boolean isComplete = true;
            for (int place : group.places) {
                Value term = term(terms[place], "");
                all[place] = term;
                characters += characters(term);
                isComplete &= term != null;
            }
            if (same != null && isComplete) {
                Value[] remembered = new Value[group.places.length];
                for (int i = 0; i < remembered.length; i++) {
                    remembered[i] = all[group.places[i]];
                }
                group.memory.put(same, new TermMemory.Made(remembered, characters));
            }
        }

        /** Fills the statements of a scope for one item, and then the scopes in it. */
        private void fill(int number, FoundValues value, String item) {
            Scope scope = scopes[number];
            found[number] = value;
            readHoles(scope);
            for (int place : scope.terms) {
                made[place] = term(terms[place], item);
            }
            for (Shape shape : scope.statements) {
                if (isThere(shape)) {
                    saysSomething |= add(shape) && shape.isOfValue();
                }
            }
            for (int child : scope.children) {
                List<FoundValues> items = value.items(scopes[child].block);
                for (int i = 0; i < items.size(); i++) {
                    numbers[child] = i;
                    fill(child, items.get(i), item + "i" + i);
                }
            }
        }

        private boolean isThere(Shape shape) {
            for (Guard guard : shape.guards) {
                if ((found[guard.scope].kind(guard.slot) != null) != guard.isThere) {
                    return false;
                }
            }
            return true;
        }

        private void readHoles(Scope scope) {
            for (int number : scope.holes) {
                readHole(number, uses.get(number));
            }
        }

        private void readHole(int number, TemplateText.Use use) {
            Hole hole = use.hole();
            String text;
            ValueKind kind;
            switch (hole.source()) {
                case VALUE -> {
                    FoundValues of = found[outer(use.scope(), hole.up())];
                    text = of.text(slots[number]);
                    kind = of.kind(slots[number]);
                }
                case KEY -> {
                    text = key.text(slots[number]);
                    kind = key.kind(slots[number]);
                }
                case ITEM -> {
                    text = Integer.toString(numbers[outer(use.scope(), hole.up())]);
                    kind = ValueKind.INTEGER;
                }
                default -> {
                    text = circumstances.text(hole.source(), hole.name());
                    kind = text == null ? null : kindOf(hole.source());
                }
            }
            String byDefault = hole.byDefault();
            if (text != null && kind != null) {
                check(use, text, kind);
                String function = hole.function();
                if (function == null) {
                    values.set(number, text, kind);
                    return;
                } else if (Hole.isTimeFunction(function)) {
                    values.set(
                            number,
                            time(use, function, text, kind),
                            function.equals("days") ? ValueKind.DATE : ValueKind.DATE_TIME);
                    return;
                }
                String mapped = maps.getOrDefault(function, Map.of()).get(text);
                if (mapped != null) {
                    values.set(number, mapped, ValueKind.TEXT);
                    return;
                } else if (byDefault == null) {
                    throw fail(
                            "\"" + ErrorText.name(text) + "\" is not in @map " + function + ", which " + hole
                                    + " asks; add it there, or give the hole a default",
                            use,
                            null);
                }
            }
            values.set(number, byDefault, byDefault == null ? null : kindOf(byDefault));
        }

        private void check(TemplateText.Use use, String text, ValueKind kind) {
            if (!kind.isScalar()) {
                throw fail(
                        use.hole() + " finds " + kind
                                + ", which no hole can carry; ask for a value in it, or use a block" + " {#...}",
                        use,
                        null);
            } else if (isOfDebezium && (text.equals(UNAVAILABLE) || text.equals(UNAVAILABLE_BASE64))) {
                throw fail(
                        use.hole() + " finds Debezium's mark for a value that the database did not send, because it did"
                                + " not change; set REPLICA IDENTITY FULL for the table, or leave the hole out",
                        use,
                        null);
            }
        }

        private static ValueKind kindOf(Hole.Source source) {
            return switch (source) {
                case PARTITION -> ValueKind.INTEGER;
                case TIMESTAMP, NOW -> ValueKind.DATE_TIME;
                default -> ValueKind.TEXT;
            };
        }

        /** The kind of a default, as Turtle would read it. */
        private static ValueKind kindOf(String byDefault) {
            if (byDefault.equals("true") || byDefault.equals("false")) {
                return ValueKind.BOOLEAN;
            } else if (byDefault.matches("[+-]?\\d+")) {
                return ValueKind.INTEGER;
            } else if (byDefault.matches("[+-]?\\d*\\.\\d+")) {
                return ValueKind.DECIMAL;
            }
            return byDefault.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)[eE][+-]?\\d+") ? ValueKind.DOUBLE : ValueKind.TEXT;
        }

        private String time(TemplateText.Use use, String function, String text, ValueKind kind) {
            switch (kind) {
                case INTEGER, DECIMAL, DOUBLE, FLOAT, TEXT -> {
                    try {
                        return Hole.time(function, text);
                    } catch (IllegalArgumentException e) {
                        throw fail(
                                "\"" + ErrorText.name(text) + "\" " + e.getMessage() + ", for " + use.hole(), use, e);
                    }
                }
                default ->
                    throw fail(
                            use.hole() + " finds " + kind + " and no number; leave " + function + "() out", use, null);
            }
        }

        private @Nullable Value term(TemplateTerm template, String item) {
            try {
                Value term = template.of(values, item);
                budget.characters(characters(term));
                return term;
            } catch (IllegalArgumentException e) {
                throw fail(
                        e.getMessage() + ", for "
                                + template.holes().stream()
                                        .distinct()
                                        .map(hole -> uses.get(hole).hole() + finds(values.kinds()[hole]))
                                        .collect(Collectors.joining(" and ")),
                        template.holes().isEmpty()
                                ? null
                                : uses.get(template.holes().get(0)),
                        e);
            }
        }

        private static String finds(@Nullable ValueKind kind) {
            return kind == null || kind == ValueKind.TEXT ? "" : ", " + kind;
        }

        private static PayloadException fail(
                String message, TemplateText.@Nullable Use use, @Nullable Throwable cause) {
            return new PayloadException(
                    RefusalReason.UNDECODABLE,
                    "by the template: " + message + (use == null ? "" : " (line " + use.line() + " of it)"),
                    cause);
        }

        private static int characters(@Nullable Value term) {
            return term == null ? 0 : term.stringValue().length();
        }

        /** Adds a statement; false if one of its terms is missing. */
        private boolean add(Shape shape) {
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
