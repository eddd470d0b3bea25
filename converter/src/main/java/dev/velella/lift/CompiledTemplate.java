package dev.velella.lift;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.DenseOrder;
import dev.velella.rdf.OpenTerm;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTemplate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.jspecify.annotations.Nullable;

/**
 * A template of {@link GraphTemplate}, ready to be filled: holes, pointers, terms and statements by number. Immutable after its
 * construction, thread-safe.
 */
final class CompiledTemplate {
    /** Limits of a template, which people write by hand. */
    private static final ReadingLimits OF_TEMPLATE = ReadingLimits.ofElement(4 << 20, 100_000);

    /** Number of terms with the same holes from which on they are remembered. */
    private static final int WORTH_REMEMBERING = 2;

    /** Stands for the place of a missing term. */
    static final int NONE = StatementTemplate.DEFAULT_GRAPH;

    final List<TemplateText.Use> uses;

    /** The pointer of each hole in the set of its scope, or of the key; -1 for other holes. */
    final int[] slots;

    final Scope[] scopes;

    /** For each scope, whether its items are the values of members, which have names. */
    private final boolean[] namesItems;

    final PointerSet keyPointers = new PointerSet();
    final Map<String, Map<String, String>> maps = new HashMap<>();
    final TemplateTerm[] terms;

    /** The values of constant terms; null for terms with holes. */
    final @Nullable Value[] constants;

    /** The statements without values of their own; null for a template with blocks or open types. */
    final @Nullable Flat flat;

    /** Whether a value of the record stands in any statement. */
    final boolean asksTheValue;

    final Map<String, String> namespaces;

    /**
     * The statements that are there once for each item of a block; the first scope is the whole template.
     *
     * @param parent number of the scope around it; -1 for the first
     * @param block number of the block in the pointers of the parent
     */
    record Scope(
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
    record Guard(int scope, int slot, boolean isThere) {}

    /**
     * A statement, as the places of its terms.
     *
     * @param isOfValue whether a value of the record stands in it, or it is there for an item or a condition
     */
    record Shape(int subject, int predicate, int object, int graph, boolean isOfValue, List<Guard> guards) {}

    /** A template without blocks: its terms are made together, and remembered. */
    @SuppressWarnings("ArrayRecordComponent") // private, and not changed
    record Flat(@Nullable Value[] constants, TemplateVariants variants, List<Group> groups) {}

    /**
     * Terms that have the same holes.
     *
     * @param holes numbers of the holes
     * @param places places of the terms
     */
    @SuppressWarnings("ArrayRecordComponent") // private, and not changed
    record Group(int[] holes, int[] places, boolean isRemembered, TermMemory memory) {
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
     * Reads a template.
     *
     * @param sources what holes may ask for
     * @throws IllegalArgumentException if the template is not TriG, or has a hole at a wrong place
     */
    CompiledTemplate(String template, Set<Hole.Source> sources) {
        TemplateText text = new TemplateText(template);
        uses = text.uses();
        RdfGraph parsed = parsed(text);
        namespaces = parsed.namespaces();
        List<Statement> statements = withoutMaps(parsed.statements());
        if (statements.isEmpty()) {
            throw new IllegalArgumentException("has no statement");
        }
        scopes = scopes(text);
        namesItems = new boolean[scopes.length];
        for (TemplateText.Block block : text.blocks()) {
            namesItems[block.inner()] |= block.kind() == TemplateText.BlockKind.REPEAT
                    && block.pointer().endsWith(PointerSet.MEMBERS);
        }
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
        made[0] = scope(-1, -1, new PointerSet());
        for (TemplateText.Block block : text.blocks()) {
            if (block.kind() == TemplateText.BlockKind.REPEAT) {
                PointerSet items = new PointerSet();
                Scope outer = made[block.scope()];
                outer.children.add(block.inner());
                made[block.inner()] = scope(block.scope(), outer.pointers.addBlock(block.pointer(), items), items);
            }
        }
        return made;
    }

    private static Scope scope(int parent, int block, PointerSet pointers) {
        return new Scope(
                parent, block, pointers, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
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
        if (hole.source() == Hole.Source.NAME && !namesItems[outer(use.scope(), hole.up())]) {
            throw new IllegalArgumentException("line " + use.line() + ": " + hole
                    + " is the name of a member, and stands in a block {#/object/*}");
        }
        return switch (hole.source()) {
            case VALUE -> scopes[outer(use.scope(), hole.up())].pointers.add(hole.name());
            case KEY -> keyPointers.add(hole.name());
            default -> -1;
        };
    }

    int outer(int scope, int up) {
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
            if (statement.getPredicate().equals(RDF.FIRST)) {
                first.put(statement.getSubject(), statement.getObject());
            } else if (statement.getPredicate().equals(RDF.REST)) {
                rest.put(statement.getSubject(), statement.getObject());
            }
        }
        Set<Value> lists = new HashSet<>();
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
}
