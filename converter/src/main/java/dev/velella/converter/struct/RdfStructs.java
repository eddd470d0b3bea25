package dev.velella.converter.struct;

import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Graphs and patches as Connect data: the published schemas, and conversion to structs and back.
 *
 * <p>A struct from this class carries the element itself, and fills its fields only when one of them is first read, so
 * that Velella's own parts need no time for the fields. A struct from elsewhere (a transformation that copied it, a
 * connector in another plugin directory, JsonConverter) is read field by field.
 *
 * <p>The class is stateless and thread-safe. The structs are neither.
 */
public final class RdfStructs {
    private static final ElementKind[] KINDS = ElementKind.values();

    private RdfStructs() {}

    /**
     * A term: {@code type} is one of {@code iri bnode literal triple}; {@code value} is the IRI, the label of the blank
     * node, the lexical form of the literal, or the quoted triple as RDF Patch text spells it, {@code <<( s p o )>>}
     * with blank nodes as {@code <_:label>}; {@code << s p o >>} can be read too. Literals have a {@code datatype} IRI,
     * and a {@code language} if they have a language tag.
     */
    public static final Schema TERM_SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RdfTerm")
            .version(1)
            .optional()
            .field("type", Schema.STRING_SCHEMA)
            .field("value", Schema.STRING_SCHEMA)
            .field("datatype", Schema.OPTIONAL_STRING_SCHEMA)
            .field("language", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    /** A triple or quad; {@code graph} is null in the default graph. */
    public static final Schema STATEMENT_SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RdfStatement")
            .version(1)
            .field("subject", TERM_SCHEMA)
            .field("predicate", TERM_SCHEMA)
            .field("object", TERM_SCHEMA)
            .field("graph", TERM_SCHEMA)
            .build();

    /** A graph: its {@code statements} in order, and {@code namespaces} from prefix to IRI. */
    public static final Schema GRAPH_SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RdfGraph")
            .version(1)
            .field("statements", SchemaBuilder.array(STATEMENT_SCHEMA).build())
            .field(
                    "namespaces",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                            .optional()
                            .build())
            .build();

    /**
     * One row of a patch: {@code op} is the code of RDF Patch text. A and D have {@code subject}, {@code predicate},
     * {@code object} and {@code graph}; H has {@code name} and {@code object}; PA and PD have {@code name} (the
     * prefix), {@code object} (the namespace IRI; optional in PD) and {@code graph}; TX, TC and TA have nothing else.
     */
    public static final Schema OPERATION_SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RdfPatchOperation")
            .version(1)
            .field("op", Schema.STRING_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field("subject", TERM_SCHEMA)
            .field("predicate", TERM_SCHEMA)
            .field("object", TERM_SCHEMA)
            .field("graph", TERM_SCHEMA)
            .build();

    /** A patch: its {@code operations} in order. */
    public static final Schema PATCH_SCHEMA = SchemaBuilder.struct()
            .name("dev.velella.RdfPatch")
            .version(1)
            .field("operations", SchemaBuilder.array(OPERATION_SCHEMA).build())
            .build();

    /** A struct that carries an element: of {@link #GRAPH_SCHEMA} or {@link #PATCH_SCHEMA}. */
    public static Struct of(StreamElement element) {
        return new CarryingStruct(schema(element.kind()), element);
    }

    private static Schema schema(ElementKind kind) {
        return switch (kind) {
            case GRAPH -> GRAPH_SCHEMA;
            case PATCH -> PATCH_SCHEMA;
        };
    }

    /**
     * Makes sure that only JellyConverter writes a struct of this class. From now on, reading one of the struct's
     * fields, or its text, is a {@link DataException}. Other values stay unchanged.
     *
     * @param message message of that exception
     */
    public static void refuseFields(@Nullable Object value, String message) {
        if (value instanceof CarryingStruct own) {
            own.refuseFields(message);
        }
    }

    /** The kind of element in a Connect value, by the name of its schema; null if the value is no element. */
    public static @Nullable ElementKind kindOf(@Nullable Object value) {
        if (value instanceof Struct struct) {
            String name = struct.schema().name();
            for (ElementKind kind : KINDS) {
                if (schema(kind).name().equals(name)) {
                    return kind;
                }
            }
        }
        return null;
    }

    /**
     * The element of a struct, carried or read field by field.
     *
     * @throws DataException if the value is no element, or a field is missing or has a wrong form
     */
    public static StreamElement toElement(Object value) {
        ElementKind kind = kindOf(value);
        if (kind == null) {
            throw new DataException("neither a graph nor a patch (structs " + GRAPH_SCHEMA.name() + ", "
                    + PATCH_SCHEMA.name() + "): " + describe(value));
        }
        StreamElement carried = CarryingStruct.carried(value);
        return carried != null ? carried : StructFields.read(kind, (Struct) value);
    }

    /**
     * Whether a Connect value is a struct that this class has made. A similar struct of another converter or plugin is
     * not.
     */
    public static boolean isOwn(@Nullable Object value) {
        return value instanceof CarryingStruct;
    }

    private static String describe(@Nullable Object value) {
        if (value instanceof Struct struct) {
            return "struct " + struct.schema().name();
        }
        return value == null ? "null" : value.getClass().getName();
    }
}
