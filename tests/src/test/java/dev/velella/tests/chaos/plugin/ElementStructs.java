package dev.velella.tests.chaos.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Rows as structs of the published schemas, made and read by hand. */
final class ElementStructs {
    static final Schema TERM = SchemaBuilder.struct()
            .name("dev.velella.RdfTerm")
            .version(1)
            .optional()
            .field("type", Schema.STRING_SCHEMA)
            .field("value", Schema.STRING_SCHEMA)
            .field("datatype", Schema.OPTIONAL_STRING_SCHEMA)
            .field("language", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    static final Schema STATEMENT = SchemaBuilder.struct()
            .name("dev.velella.RdfStatement")
            .version(1)
            .field("subject", TERM)
            .field("predicate", TERM)
            .field("object", TERM)
            .field("graph", TERM)
            .build();

    static final Schema GRAPH = SchemaBuilder.struct()
            .name("dev.velella.RdfGraph")
            .version(1)
            .field("statements", SchemaBuilder.array(STATEMENT).build())
            .field(
                    "namespaces",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                            .optional()
                            .build())
            .build();

    static final Schema OPERATION = SchemaBuilder.struct()
            .name("dev.velella.RdfPatchOperation")
            .version(1)
            .field("op", Schema.STRING_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field("subject", TERM)
            .field("predicate", TERM)
            .field("object", TERM)
            .field("graph", TERM)
            .build();

    static final Schema PATCH = SchemaBuilder.struct()
            .name("dev.velella.RdfPatch")
            .version(1)
            .field("operations", SchemaBuilder.array(OPERATION).build())
            .build();

    private ElementStructs() {}

    /** Null for a tombstone. */
    static Struct struct(Element element) {
        return switch (element.kind()) {
            case GRAPH -> graph(element.rows());
            case PATCH -> patch(element.rows());
            case TOMBSTONE -> null;
        };
    }

    private static Struct graph(List<Row> rows) {
        List<Struct> statements = new ArrayList<>();
        Map<String, String> namespaces = new TreeMap<>();
        for (Row row : rows) {
            if (row.op().equals(Row.NAMESPACE)) {
                namespaces.put(row.name(), row.object().value());
            } else {
                statements.add(terms(new Struct(STATEMENT), row));
            }
        }
        return new Struct(GRAPH).put("statements", statements).put("namespaces", namespaces);
    }

    private static Struct patch(List<Row> rows) {
        List<Struct> operations = new ArrayList<>();
        for (Row row : rows) {
            operations.add(terms(new Struct(OPERATION).put("op", row.op()).put("name", row.name()), row));
        }
        return new Struct(PATCH).put("operations", operations);
    }

    private static Struct terms(Struct struct, Row row) {
        return struct.put("subject", term(row.subject()))
                .put("predicate", term(row.predicate()))
                .put("object", term(row.object()))
                .put("graph", term(row.graph()));
    }

    private static Struct term(Term term) {
        return term == null
                ? null
                : new Struct(TERM)
                        .put("type", term.type())
                        .put("value", term.value())
                        .put("datatype", term.datatype())
                        .put("language", term.language());
    }

    /** Rows of a graph or patch that a converter made. */
    static List<Row> rows(Struct struct) {
        List<Row> rows = new ArrayList<>();
        if (struct.schema().name().equals(PATCH.name())) {
            for (Object operation : struct.getArray("operations")) {
                Struct row = (Struct) operation;
                rows.add(row(row.getString("op"), row.getString("name"), row));
            }
        } else if (struct.schema().name().equals(GRAPH.name())) {
            for (Object statement : struct.getArray("statements")) {
                rows.add(row(Row.STATEMENT, null, (Struct) statement));
            }
            Map<String, String> namespaces = struct.getMap("namespaces");
            new TreeMap<>(namespaces == null ? Map.of() : namespaces)
                    .forEach((prefix, iri) -> rows.add(Row.named(Row.NAMESPACE, prefix, Term.iri(iri))));
        } else {
            throw new IllegalArgumentException(
                    "neither graph nor patch: " + struct.schema().name());
        }
        return rows;
    }

    private static Row row(String op, String name, Struct struct) {
        return new Row(
                op,
                name,
                term(struct.getStruct("subject")),
                term(struct.getStruct("predicate")),
                term(struct.getStruct("object")),
                term(struct.getStruct("graph")));
    }

    private static Term term(Struct struct) {
        return struct == null
                ? null
                : new Term(
                        struct.getString("type"),
                        struct.getString("value"),
                        struct.getString("datatype"),
                        struct.getString("language"));
    }
}
