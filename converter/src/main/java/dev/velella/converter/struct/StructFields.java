package dev.velella.converter.struct;

import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Writes graphs and patches into the fields of the structs of {@link RdfStructs}, and reads them back. Stateless. */
final class StructFields {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private StructFields() {}

    /** Puts the contents of an element into the fields of a struct. */
    static void fill(StreamElement element, Struct struct) {
        if (element instanceof RdfGraph graph) {
            fillGraph(graph, struct);
        } else {
            fillPatch((RdfPatch) element, struct);
        }
    }

    /** Reads an element from the fields of a struct. */
    static StreamElement read(ElementKind kind, Struct struct) {
        return switch (kind) {
            case GRAPH -> readGraph(struct);
            case PATCH -> readPatch(struct);
        };
    }

    private static void fillGraph(RdfGraph graph, Struct struct) {
        List<Struct> statements = new ArrayList<>(graph.statements().size());
        for (Statement statement : graph.statements()) {
            statements.add(putTerms(new Struct(RdfStructs.STATEMENT_SCHEMA), statement));
        }
        struct.put("statements", statements);
        struct.put("namespaces", graph.namespaces());
    }

    private static RdfGraph readGraph(Struct struct) {
        List<Statement> statements = new ArrayList<>();
        for (Object row : array(struct, "statements")) {
            statements.add(statement((Struct) row, "statement " + statements.size()));
        }
        Map<String, String> namespaces =
                struct.schema().field("namespaces") == null ? null : struct.getMap("namespaces");
        return new RdfGraph(statements, namespaces == null ? Map.of() : namespaces);
    }

    private static void fillPatch(RdfPatch patch, Struct struct) {
        List<Struct> operations = new ArrayList<>(patch.operations().size());
        for (PatchOperation operation : patch.operations()) {
            operations.add(operationStruct(operation));
        }
        struct.put("operations", operations);
    }

    private static RdfPatch readPatch(Struct struct) {
        List<PatchOperation> operations = new ArrayList<>();
        for (Object row : array(struct, "operations")) {
            operations.add(operation((Struct) row, "operation " + operations.size()));
        }
        return new RdfPatch(operations);
    }

    private static Struct operationStruct(PatchOperation operation) {
        Struct row = new Struct(RdfStructs.OPERATION_SCHEMA);
        if (operation instanceof PatchOperation.Add add) {
            return putTerms(row.put("op", "A"), add.statement());
        } else if (operation instanceof PatchOperation.Delete delete) {
            return putTerms(row.put("op", "D"), delete.statement());
        } else if (operation instanceof PatchOperation.Header header) {
            return row.put("op", "H").put("name", header.key()).put("object", term(header.value()));
        } else if (operation instanceof PatchOperation.AddNamespace pa) {
            return row.put("op", "PA")
                    .put("name", pa.prefix())
                    .put("object", term(pa.namespace()))
                    .put("graph", term(pa.graph()));
        } else if (operation instanceof PatchOperation.DeleteNamespace pd) {
            return row.put("op", "PD")
                    .put("name", pd.prefix())
                    .put("object", term(pd.namespace()))
                    .put("graph", term(pd.graph()));
        }
        return switch ((PatchOperation.Transaction) operation) {
            case START -> row.put("op", "TX");
            case COMMIT -> row.put("op", "TC");
            case ABORT -> row.put("op", "TA");
        };
    }

    private static PatchOperation operation(Struct row, String where) {
        String op = row.getString("op");
        return switch (op) {
            case "A" -> new PatchOperation.Add(statement(row, where));
            case "D" -> new PatchOperation.Delete(statement(row, where));
            case "H" -> new PatchOperation.Header(name(row, where), required(row, "object", where));
            case "PA" ->
                new PatchOperation.AddNamespace(
                        name(row, where), iri(required(row, "object", where), "object", where), graph(row, where));
            case "PD" -> {
                Value namespace = term(row, "object", where);
                yield new PatchOperation.DeleteNamespace(
                        name(row, where),
                        namespace == null ? null : iri(namespace, "object", where),
                        graph(row, where));
            }
            case "TX" -> PatchOperation.Transaction.START;
            case "TC" -> PatchOperation.Transaction.COMMIT;
            case "TA" -> PatchOperation.Transaction.ABORT;
            default -> throw new DataException(where + ": op must be one of A D H PA PD TX TC TA, not " + op);
        };
    }

    private static List<?> array(Struct struct, String field) {
        List<?> rows = struct.getArray(field);
        if (rows == null) {
            throw new DataException(struct.schema().name() + " without " + field);
        }
        return rows;
    }

    private static Struct putTerms(Struct row, Statement statement) {
        return row.put("subject", term(statement.getSubject()))
                .put("predicate", term(statement.getPredicate()))
                .put("object", term(statement.getObject()))
                .put("graph", term(statement.getContext()));
    }

    private static Statement statement(Struct row, String where) {
        Value subject = required(row, "subject", where);
        if (!(subject instanceof Resource resource)) {
            throw new DataException(where + ": subject must not be a literal");
        }
        IRI predicate = iri(required(row, "predicate", where), "predicate", where);
        return VALUES.createStatement(resource, predicate, required(row, "object", where), graph(row, where));
    }

    private static String name(Struct row, String where) {
        String name = row.getString("name");
        if (name == null) {
            throw new DataException(where + ": name is missing");
        }
        return name;
    }

    private static IRI iri(Value value, String field, String where) {
        if (value instanceof IRI iri) {
            return iri;
        }
        throw new DataException(where + ": " + field + " must be an IRI, not " + value);
    }

    private static @Nullable Resource graph(Struct row, String where) {
        Value graph = term(row, "graph", where);
        if (graph == null || graph instanceof IRI || graph instanceof BNode) {
            return (Resource) graph;
        }
        throw new DataException(where + ": graph must be an IRI or a blank node, not " + graph);
    }

    private static Value required(Struct row, String field, String where) {
        Value value = term(row, field, where);
        if (value == null) {
            throw new DataException(where + ": " + field + " is missing");
        }
        return value;
    }

    private static @Nullable Struct term(@Nullable Value value) {
        if (value == null) {
            return null;
        }
        Struct term = new Struct(RdfStructs.TERM_SCHEMA);
        if (value instanceof IRI) {
            return term.put("type", "iri").put("value", value.stringValue());
        } else if (value instanceof BNode bnode) {
            return term.put("type", "bnode").put("value", bnode.getID());
        } else if (value instanceof Literal literal) {
            return term.put("type", "literal")
                    .put("value", literal.getLabel())
                    .put("datatype", literal.getDatatype().stringValue())
                    .put("language", literal.getLanguage().orElse(null));
        }
        return term.put("type", "triple").put("value", QuotedTriples.format((Triple) value));
    }

    private static @Nullable Value term(Struct row, String field, String where) {
        Struct term = row.schema().field(field) == null ? null : row.getStruct(field);
        if (term == null) {
            return null;
        }
        String type = term.getString("type");
        String value = term.getString("value");
        try {
            return switch (type) {
                case "iri" -> VALUES.createIRI(value);
                case "bnode" -> VALUES.createBNode(value);
                case "literal" -> literal(value, term);
                case "triple" -> QuotedTriples.parse(value);
                default ->
                    throw new IllegalArgumentException("type must be iri, bnode, literal or triple, not " + type);
            };
        } catch (IllegalArgumentException e) {
            throw new DataException(where + ": " + field + ": " + e.getMessage(), e);
        }
    }

    private static Literal literal(String label, Struct term) {
        String language = term.getString("language");
        if (language != null) {
            return VALUES.createLiteral(label, language);
        }
        String datatype = term.getString("datatype");
        return datatype == null ? VALUES.createLiteral(label) : VALUES.createLiteral(label, VALUES.createIRI(datatype));
    }
}
