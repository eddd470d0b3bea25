package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one stream of Jelly-Patch, written straight from the rules of the format and sharing nothing with the
 * codec, as there is no other reader of the format for RDF4J to compare with. It goes straight on over options rows that
 * recur, as they reset nothing; it checks only what it needs.
 */
final class PlainPatchReader {
    /** Field numbers of a graph in a quad and in a namespace row: IRI, blank node, default graph. */
    private static final int QUAD_GRAPH = 13;

    private static final int NAMESPACE_GRAPH = 3;

    /** Stands for the default graph among last terms, which null cannot. */
    private static final IRI DEFAULT_GRAPH = VALUES.createIRI("x:default-graph");

    private final Table names = new Table();
    private final Table prefixes = new Table();
    private final Table datatypes = new Table();
    private final @Nullable Value[] last = new Value[4];
    private int lastName;
    private int lastPrefix;
    private byte @Nullable [] options;
    private boolean quads;

    RdfPatch read(byte[] frame) {
        List<PatchOperation> operations = new ArrayList<>();
        for (WireMessage.Field field : WireMessage.parse(frame).fields()) {
            List<WireMessage.Field> fields = field.message().fields();
            WireMessage.Field row = fields.get(fields.size() - 1);
            readRow(row.number(), row.message()).ifPresent(operations::add);
        }
        return new RdfPatch(operations);
    }

    private Optional<PatchOperation> readRow(int kind, WireMessage row) {
        if (kind == 1) {
            byte[] bytes = row.array();
            if (options != null && !java.util.Arrays.equals(options, bytes)) {
                throw new IllegalStateException("options differ");
            }
            options = bytes;
            quads = row.number(1) == 2;
            return Optional.empty();
        }
        if (options == null) {
            throw new IllegalStateException("no options");
        }
        switch (kind) {
            case 11 -> names.set(row);
            case 12 -> prefixes.set(row);
            case 13 -> datatypes.set(row);
            default -> {
                return Optional.of(operation(kind, row));
            }
        }
        return Optional.empty();
    }

    private PatchOperation operation(int kind, WireMessage row) {
        return switch (kind) {
            case 2 -> new PatchOperation.Add(statement(row));
            case 3 -> new PatchOperation.Delete(statement(row));
            case 4 -> {
                IRI namespace = (IRI) iri(row.field(2).orElseThrow().message());
                yield new PatchOperation.AddNamespace(row.text(1), namespace, graph(row, NAMESPACE_GRAPH));
            }
            case 5 -> {
                IRI namespace =
                        row.field(2).isPresent() ? (IRI) iri(row.field(2).get().message()) : null;
                yield new PatchOperation.DeleteNamespace(row.text(1), namespace, graph(row, NAMESPACE_GRAPH));
            }
            case 6 -> PatchOperation.Transaction.START;
            case 7 -> PatchOperation.Transaction.COMMIT;
            case 8 -> PatchOperation.Transaction.ABORT;
            case 14 -> new PatchOperation.Header(row.text(1), term(row, 2));
            default -> throw new IllegalStateException("row " + kind);
        };
    }

    private Statement statement(WireMessage quad) {
        for (int position = 0; position < 3; position++) {
            Value term = term(quad, 1 + 4 * position);
            if (term != null) {
                last[position] = term;
            }
        }
        return VALUES.createStatement(
                (Resource) set(last[0]), (IRI) set(last[1]), set(last[2]), graph(quad, QUAD_GRAPH));
    }

    private @Nullable Resource graph(WireMessage row, int first) {
        Value graph = null;
        if (row.field(first).isPresent()) {
            graph = iri(row.field(first).get().message());
        } else if (row.field(first + 1).isPresent()) {
            graph = VALUES.createBNode(row.text(first + 1));
        } else if (row.field(first + 2).isPresent()) {
            graph = DEFAULT_GRAPH;
        }
        if (!quads) {
            if (graph != null) {
                throw new IllegalStateException("a graph in a stream of triples");
            }
            return null;
        }
        if (graph != null) {
            last[3] = graph;
        }
        return set(last[3]) == DEFAULT_GRAPH ? null : (Resource) last[3];
    }

    /** The term in four fields from the first: IRI, blank node, literal, quoted triple; null where none is set. */
    private @Nullable Value term(WireMessage message, int first) {
        for (WireMessage.Field field : message.fields()) {
            switch (field.number() - first) {
                case 0 -> {
                    return iri(field.message());
                }
                case 1 -> {
                    return VALUES.createBNode(field.text());
                }
                case 2 -> {
                    return literal(field.message());
                }
                case 3 -> {
                    WireMessage triple = field.message();
                    Resource s = (Resource) set(term(triple, 1));
                    IRI p = (IRI) set(term(triple, 5));
                    return VALUES.createTriple(s, p, set(term(triple, 9)));
                }
                default -> {
                    // a field of another position
                }
            }
        }
        return null;
    }

    private Value iri(WireMessage iri) {
        lastPrefix = iri.number(1) == 0 ? lastPrefix : iri.number(1);
        lastName = iri.number(2) == 0 ? lastName + 1 : iri.number(2);
        String prefix = lastPrefix == 0 ? "" : set(prefixes.get(lastPrefix));
        return VALUES.createIRI(prefix + set(names.get(lastName)));
    }

    private Value literal(WireMessage literal) {
        if (literal.field(2).isPresent()) {
            return VALUES.createLiteral(literal.text(1), literal.text(2));
        }
        return literal.field(3).isPresent()
                ? VALUES.createLiteral(literal.text(1), VALUES.createIRI(set(datatypes.get(literal.number(3)))))
                : VALUES.createLiteral(literal.text(1));
    }

    /** One lookup table. */
    private static final class Table {
        private final Map<Integer, String> values = new HashMap<>();
        private int lastId;

        void set(WireMessage entry) {
            lastId = entry.number(1) == 0 ? lastId + 1 : entry.number(1);
            values.put(lastId, entry.text(2));
        }

        @Nullable
        String get(int id) {
            return values.get(id);
        }
    }

    private static <T> T set(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("reference to something that was never set");
        }
        return value;
    }
}
