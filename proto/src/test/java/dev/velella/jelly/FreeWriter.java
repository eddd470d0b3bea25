package dev.velella.jelly;

import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.wire.RowTags;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames of one stream that are legal, but as no sensible writer would write them: IRIs split anywhere, any slot
 * for an entry, entries twice or for nothing, ids explicit where 0 would do, terms not repeated though they could be,
 * fields of a row in any order, unknown fields, options again and again, frames cut anywhere between two rows.
 */
final class FreeWriter {
    private final Random random;
    private final ElementKind kind;
    private final Bytes options;
    private final boolean quads;
    private final Table names;
    private final Table prefixes;
    private final Table datatypes;
    private final @Nullable Object[] last = new Object[4];
    private int lastName;
    private int lastPrefix;
    private List<Bytes> rows = new ArrayList<>();

    /** A field of a message, before the fields are put in some order. */
    private record Part(int field, @Nullable Bytes message, @Nullable String text) {}

    /** Stands for the default graph among last terms. */
    private static final Object DEFAULT_GRAPH = new Object();

    FreeWriter(long seed, PhysicalType type, TableSizes sizes) {
        this(
                seed,
                ElementKind.GRAPH,
                sizes,
                type == PhysicalType.QUADS,
                Bytes.message().number(2, type.code()).number(4, 1));
    }

    FreeWriter(long seed, JellyPatchOptions.StatementType type, TableSizes sizes) {
        this(
                seed,
                ElementKind.PATCH,
                sizes,
                type == JellyPatchOptions.StatementType.QUADS,
                Bytes.message().number(1, type.code()).number(2, 1).number(4, 1));
    }

    private FreeWriter(long seed, ElementKind kind, TableSizes sizes, boolean quads, Bytes options) {
        random = new Random(seed);
        this.kind = kind;
        this.quads = quads;
        this.options = options.number(9, sizes.names())
                .number(10, sizes.prefixes())
                .number(11, sizes.datatypes())
                .number(15, kind == ElementKind.GRAPH ? 2 : 1);
        names = new Table(sizes.names(), RowTags.of(kind).name() >>> 3);
        prefixes = new Table(sizes.prefixes(), RowTags.of(kind).prefix() >>> 3);
        datatypes = new Table(sizes.datatypes(), RowTags.of(kind).datatype() >>> 3);
        row(1, this.options);
    }

    /** One lookup table, as a reader has it. */
    private final class Table {
        private final int size;
        private final int row;
        private final String[] values;
        private final Set<Integer> pinned = new HashSet<>();
        private int lastId;

        Table(int size, int row) {
            this.size = size;
            this.row = row;
            values = new String[size + 1];
        }

        /** The id of a value, written now or there before, pinned until the row is out. */
        int id(String value) {
            List<Integer> ids = new ArrayList<>();
            for (int id = 1; id <= size; id++) {
                if (value.equals(values[id])) {
                    ids.add(id);
                }
            }
            int id = ids.isEmpty() || random.nextInt(20) == 0 ? write(value) : ids.get(random.nextInt(ids.size()));
            pinned.add(id);
            return id;
        }

        boolean hasRoom(int entries) {
            return size - pinned.size() >= entries;
        }

        private int write(String value) {
            int id = lastId < size && random.nextBoolean() ? lastId + 1 : 1 + random.nextInt(size);
            while (pinned.contains(id)) {
                id = id % size + 1;
            }
            FreeWriter.this.row(row, Bytes.entry(id == lastId + 1 && random.nextBoolean() ? 0 : id, value));
            lastId = id;
            values[id] = value;
            return id;
        }

        void writeForNothing() {
            if (size > 8 && hasRoom(4)) {
                write("x:unused" + random.nextInt(3));
            }
        }
    }

    private void row(int field, Bytes body) {
        Bytes row = Bytes.message();
        if (random.nextInt(20) == 0) {
            row.number(200, random.nextInt());
        }
        rows.add(row.message(field, body));
    }

    /** Ends a row of its own: what it used may be evicted from now on. */
    private void endRow(int field, List<Part> parts) {
        Collections.shuffle(parts, random);
        Bytes body = Bytes.message();
        for (Part part : parts) {
            if (random.nextInt(30) == 0) {
                body.text(100, "unknown");
            }
            if (part.message != null) {
                body.message(part.field, part.message);
            } else {
                body.text(part.field, Objects.requireNonNull(part.text));
            }
        }
        row(field, body);
        names.pinned.clear();
        prefixes.pinned.clear();
        datatypes.pinned.clear();
        if (random.nextInt(25) == 0) {
            row(1, options);
        }
        if (random.nextInt(25) == 0) {
            names.writeForNothing();
            prefixes.writeForNothing();
            datatypes.writeForNothing();
        }
    }

    /** The rows since the last call, as frames that are cut anywhere: at least one. */
    private List<byte[]> frames(boolean cut) {
        List<byte[]> frames = new ArrayList<>();
        Bytes frame = Bytes.message();
        for (Bytes row : rows) {
            frame.message(1, row);
            if (cut && random.nextInt(6) == 0) {
                frames.add(frame.array());
                frame = Bytes.message();
            }
        }
        rows = new ArrayList<>();
        if (kind == ElementKind.GRAPH && random.nextInt(4) == 0) {
            frame.message(15, Bytes.message().text(1, "key").bytes(2, new byte[] {(byte) 0xFF}));
        }
        frames.add(frame.array());
        return frames;
    }

    /** A graph as rows of triples or quads, in one frame or several. */
    List<byte[]> write(RdfGraph graph, boolean cut) {
        for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
            List<Part> parts = new ArrayList<>();
            parts.add(new Part(1, null, namespace.getKey()));
            parts.add(new Part(2, iri(namespace.getValue()), null));
            endRow(6, parts);
        }
        for (Statement statement : graph.statements()) {
            statement(quads ? 3 : 2, statement);
        }
        return frames(cut);
    }

    /** A graph as rows of GRAPHS. */
    List<byte[]> writeGraphs(RdfGraph graph, boolean cut) {
        for (Statement statement : graph.statements()) {
            List<Part> start = new ArrayList<>();
            start.add(graph(statement.getContext(), 1));
            endRow(4, start);
            statement(2, statement);
            endRow(5, new ArrayList<>());
        }
        return frames(cut);
    }

    byte[] write(RdfPatch patch) {
        patch.operations().forEach(this::operation);
        return frames(false).get(0);
    }

    private void operation(PatchOperation operation) {
        List<Part> parts = new ArrayList<>();
        if (operation instanceof PatchOperation.Add add) {
            statement(2, add.statement());
        } else if (operation instanceof PatchOperation.Delete delete) {
            statement(3, delete.statement());
        } else if (operation instanceof PatchOperation.AddNamespace pa) {
            parts.add(new Part(1, null, pa.prefix()));
            parts.add(new Part(2, iri(pa.namespace().stringValue()), null));
            lastGraph(pa.graph(), 3).ifPresent(parts::add);
            endRow(4, parts);
        } else if (operation instanceof PatchOperation.DeleteNamespace pd) {
            parts.add(new Part(1, null, pd.prefix()));
            if (pd.namespace() != null) {
                parts.add(new Part(2, iri(pd.namespace().stringValue()), null));
            }
            lastGraph(pd.graph(), 3).ifPresent(parts::add);
            endRow(5, parts);
        } else if (operation instanceof PatchOperation.Header header) {
            parts.add(new Part(1, null, header.key()));
            parts.add(term(header.value(), 2));
            endRow(14, parts);
        } else if (operation instanceof PatchOperation.Transaction border) {
            endRow(6 + border.ordinal(), parts);
        }
    }

    private void statement(int row, Statement statement) {
        List<Part> parts = new ArrayList<>();
        Value[] terms = {statement.getSubject(), statement.getPredicate(), statement.getObject()};
        for (int position = 0; position < 3; position++) {
            if (!terms[position].equals(last[position]) || random.nextInt(3) == 0 || isTagged(terms[position])) {
                parts.add(term(terms[position], 1 + 4 * position));
                last[position] = terms[position];
            }
        }
        lastGraph(statement.getContext(), 13).ifPresent(parts::add);
        endRow(row, parts);
    }

    /** Language tags are equal in any case, which is not to the letter. */
    private static boolean isTagged(Value term) {
        return term instanceof Triple
                || term instanceof Literal literal && literal.getLanguage().isPresent();
    }

    private Optional<Part> lastGraph(@Nullable Resource graph, int first) {
        Object value = graph == null ? DEFAULT_GRAPH : graph;
        if (!quads || value.equals(last[3]) && random.nextInt(3) > 0) {
            return Optional.empty();
        }
        last[3] = value;
        return Optional.of(graph(graph, first));
    }

    private Part graph(@Nullable Resource graph, int first) {
        return graph == null ? new Part(first + 2, Bytes.message(), null) : term(graph, first);
    }

    private Part term(Value term, int first) {
        if (term instanceof IRI iri) {
            return new Part(first, iri(iri.stringValue()), null);
        }
        if (term instanceof BNode node) {
            return new Part(first + 1, null, node.getID());
        }
        if (term instanceof Literal literal) {
            return new Part(first + 2, literal(literal), null);
        }
        Triple triple = (Triple) term;
        Part s = term(triple.getSubject(), 1);
        Part p = term(triple.getPredicate(), 5);
        Part o = term(triple.getObject(), 9);
        List<Part> parts = new ArrayList<>(List.of(s, p, o));
        Collections.shuffle(parts, random);
        Bytes body = Bytes.message();
        for (Part part : parts) {
            if (part.message != null) {
                body.message(part.field, part.message);
            } else {
                body.text(part.field, Objects.requireNonNull(part.text));
            }
        }
        return new Part(first + 3, body, null);
    }

    private Bytes literal(Literal literal) {
        Bytes bytes = Bytes.message();
        boolean string = literal.getDatatype().equals(org.eclipse.rdf4j.model.vocabulary.XSD.STRING);
        boolean typed = literal.getLanguage().isEmpty() && (!string || datatypes.size > 8 && random.nextInt(5) == 0);
        int id = typed ? datatypes.id(literal.getDatatype().stringValue()) : 0;
        boolean lexLast = random.nextInt(4) == 0;
        if (!lexLast && (!literal.getLabel().isEmpty() || random.nextBoolean())) {
            bytes.text(1, literal.getLabel());
        }
        literal.getLanguage().ifPresent(tag -> bytes.text(2, tag));
        if (typed) {
            bytes.number(3, id);
        }
        return lexLast ? bytes.text(1, literal.getLabel()) : bytes;
    }

    /** Any split that does not run out of prefixes: one slot stays for the empty prefix, with which any IRI can go. */
    private Bytes iri(String iri) {
        int prefix = 0;
        String name = iri;
        if (prefixes.size > 0) {
            int split = prefixes.hasRoom(2) && prefixes.size > 4 ? split(iri) : 0;
            prefix = prefixes.id(iri.substring(0, split));
            name = iri.substring(split);
        }
        int nameId = names.id(name);
        boolean samePrefix = prefix == lastPrefix;
        boolean nextName = nameId == lastName + 1;
        lastPrefix = prefix;
        lastName = nameId;
        int writtenPrefix = samePrefix && random.nextBoolean() ? 0 : prefix;
        int writtenName = nextName && random.nextBoolean() ? 0 : nameId;
        Bytes bytes = Bytes.message();
        if (random.nextBoolean()) {
            return Bytes.iri(writtenPrefix, writtenName);
        }
        if (writtenName != 0) {
            bytes.number(2, writtenName);
        }
        if (writtenPrefix != 0) {
            bytes.number(1, writtenPrefix);
        }
        return bytes;
    }

    private int split(String iri) {
        int split =
                switch (random.nextInt(4)) {
                    case 0 -> 0;
                    case 1 -> iri.length();
                    case 2 -> random.nextInt(iri.length() + 1);
                    default -> iri.lastIndexOf('/') + 1;
                };
        boolean inPair = split > 0 && split < iri.length() && Character.isLowSurrogate(iri.charAt(split));
        return inPair ? split - 1 : split;
    }
}
