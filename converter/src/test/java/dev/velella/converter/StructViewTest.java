package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.InsertField;
import org.apache.kafka.connect.transforms.ReplaceField;
import org.apache.kafka.connect.transforms.SetSchemaMetadata;
import org.apache.kafka.connect.transforms.Transformation;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;

/** The Struct view in the hands of others: what it shows is all that there is, to the letter. */
class StructViewTest {
    @Property(tries = 100)
    void jsonCarriesEveryGraph(@ForAll("graphs") RdfGraph graph) {
        assertSame(RdfStructs.toElement(throughJson(RdfStructs.GRAPH_SCHEMA, RdfStructs.of(graph))), graph);
    }

    @Property(tries = 100)
    void jsonCarriesEveryPatch(@ForAll("patches") RdfPatch patch) {
        assertSame(RdfStructs.toElement(throughJson(RdfStructs.PATCH_SCHEMA, RdfStructs.of(patch))), patch);
    }

    @Property(tries = 100)
    void whatWasReadIsSentAsItWasRead(@ForAll("graphs") RdfGraph graph, @ForAll("patches") RdfPatch patch) {
        JellyConverter writer = converter("jelly.rdf.star", "true");
        JellyConverter relay = converter("jelly.rdf.star", "true");
        for (int i = 0; i < 2; i++) {
            RecordHeaders headers = new RecordHeaders();
            headers.add("velella.partition", ("p0." + i).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            byte[] value =
                    writer.fromConnectData(TOPIC, headers, null, i == 0 ? RdfStructs.of(graph) : RdfStructs.of(patch));
            SchemaAndValue read = relay.toConnectData(TOPIC, headers, value);
            byte[] sent = relay.fromConnectData(TOPIC, read.schema(), read.value());
            SchemaAndValue again = relay.toConnectData(TOPIC, sent);
            if (i == 0) {
                assertSame(RdfStructs.toElement(again.value()), graph);
            } else {
                assertSame(RdfStructs.toElement(again.value()), patch);
            }
        }
    }

    @Provide
    Arbitrary<RdfGraph> graphs() {
        return RdfArbitraries.graphs();
    }

    @Provide
    Arbitrary<RdfPatch> patches() {
        return RdfArbitraries.patches();
    }

    @Test
    void transformationsThatCopyTheStructKeepTheGraph() {
        RdfGraph graph = Rdf.graph();
        try (ReplaceField<SourceRecord> renamed = new ReplaceField.Value<>();
                InsertField<SourceRecord> inserted = new InsertField.Value<>();
                SetSchemaMetadata<SourceRecord> versioned = new SetSchemaMetadata.Value<>()) {
            renamed.configure(Map.of("exclude", "nothing"));
            inserted.configure(Map.of("static.field", "source", "static.value", "weather", "topic.field", "topic"));
            versioned.configure(Map.of("schema.version", "7"));
            for (Transformation<SourceRecord> smt : List.of(renamed, inserted, versioned)) {
                SourceRecord changed = smt.apply(record(RdfStructs.GRAPH_SCHEMA, RdfStructs.of(graph)));
                assertSame(relayed(changed, RdfGraph.class), graph);
                SourceRecord patch = smt.apply(record(RdfStructs.PATCH_SCHEMA, RdfStructs.of(Rdf.patch())));
                assertSame(relayed(patch, RdfPatch.class), Rdf.patch());
            }
        }
    }

    @Test
    void aTransformationThatDropsTheNamespacesDropsThemOnly() {
        try (ReplaceField<SourceRecord> smt = new ReplaceField.Value<>()) {
            smt.configure(Map.of("exclude", "namespaces"));
            SourceRecord changed = smt.apply(record(RdfStructs.GRAPH_SCHEMA, RdfStructs.of(Rdf.graph())));
            assertSame(relayed(changed, RdfGraph.class), RdfGraph.of(Rdf.statements()));
        }
    }

    @Test
    void aTransformationThatDropsTheStatementsIsAnErrorThatNamesTheField() {
        try (ReplaceField<SourceRecord> smt = new ReplaceField.Value<>()) {
            smt.configure(Map.of("renames", "statements:rows"));
            SourceRecord changed = smt.apply(record(RdfStructs.GRAPH_SCHEMA, RdfStructs.of(Rdf.graph())));
            assertThatThrownBy(() -> relayed(changed, RdfGraph.class))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic graphs")
                    .hasMessageContaining("statements");
        }
    }

    @Test
    void aStructOfAnotherPluginDirectoryIsReadFieldByField() throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(entry).toURI().toURL());
        }
        try (ChildFirst other = new ChildFirst(path.toArray(URL[]::new))) {
            Object struct = other.loadClass(OtherPlugin.class.getName())
                    .getMethod("graph")
                    .invoke(null);
            assertThat(struct).isInstanceOf(Struct.class);
            assertThat(struct.getClass().getClassLoader()).isSameAs(other);
            assertSame(RdfStructs.toElement(struct), Rdf.graph());
            byte[] frame = converter().fromConnectData(TOPIC, null, struct);
            assertSame(
                    RdfStructs.toElement(converter().toConnectData(TOPIC, frame).value()), Rdf.graph());
            Object patch = other.loadClass(OtherPlugin.class.getName())
                    .getMethod("patch")
                    .invoke(null);
            assertSame(RdfStructs.toElement(patch), Rdf.patch());
        }
    }

    @Test
    void quotedTriplesOfNTriplesStarAreReadToo() {
        Struct term = new Struct(RdfStructs.TERM_SCHEMA)
                .put("type", "triple")
                .put("value", "<< <http://example.org/s> <http://example.org/p> \"quoted\" >>");
        Struct iri = new Struct(RdfStructs.TERM_SCHEMA).put("type", "iri").put("value", "http://example.org/p");
        Struct object = new Struct(RdfStructs.TERM_SCHEMA).put("type", "iri").put("value", "http://example.org/o");
        assertThat(graph(term, iri, object).statements()).containsExactly(Rdf.quoting());
        for (String other : List.of(
                "",
                "<http://example.org/s>",
                "<< <urn:a> <urn:b> >>",
                "<< <urn:a> <urn:b> 1 >> .\nA <urn:a> <urn:b> 1",
                "<< <urn:a> <urn:b> \"\uD800\" >>")) {
            term.put("value", other);
            assertThatThrownBy(() -> graph(term, iri, object))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("statement 0: subject");
        }
    }

    private static RdfGraph graph(Struct subject, Struct predicate, Struct object) {
        return (RdfGraph) RdfStructs.toElement(new Struct(RdfStructs.GRAPH_SCHEMA)
                .put(
                        "statements",
                        List.of(new Struct(RdfStructs.STATEMENT_SCHEMA)
                                .put("subject", subject)
                                .put("predicate", predicate)
                                .put("object", object))));
    }

    /** Runs in a class loader of its own. */
    public static final class OtherPlugin {
        private OtherPlugin() {}

        public static Object graph() {
            return RdfStructs.of(Rdf.graph());
        }

        public static Object patch() {
            return RdfStructs.of(Rdf.patch());
        }
    }

    /** A plugin's class loader: all but Kafka's and Java's classes are its own. */
    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL[] path) {
            super(path, StructViewTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.velella.") && !name.startsWith("org.eclipse.rdf4j.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }

    private static SourceRecord record(Schema schema, Struct value) {
        return new SourceRecord(Map.of(), Map.of(), TOPIC, schema, value);
    }

    /** Through the converter and back. */
    private static <T> Object relayed(SourceRecord record, Class<T> type) {
        JellyConverter converter = converter();
        RecordHeaders headers = new RecordHeaders();
        byte[] sent = converter.fromConnectData(TOPIC, headers, record.valueSchema(), record.value());
        Object back = converter.toConnectData(TOPIC, headers, sent).value();
        return type == RdfGraph.class ? RdfStructs.toElement(back) : RdfStructs.toElement(back);
    }

    private static Struct throughJson(Schema schema, Struct struct) {
        try (JsonConverter json = new JsonConverter()) {
            json.configure(Map.of("schemas.enable", "true"), false);
            return (Struct) json.toConnectData(TOPIC, json.fromConnectData(TOPIC, schema, struct))
                    .value();
        }
    }

    /** Equal, and spelled the same where equality does not look: language tags, datatypes, labels, graph names. */
    private static void assertSame(Object actual, Object expected) {
        assertThat(actual).isEqualTo(expected);
        assertThat(spelled(actual)).isEqualTo(spelled(expected));
    }

    private static List<String> spelled(Object element) {
        List<String> rows = new ArrayList<>();
        if (element instanceof RdfGraph graph) {
            graph.statements().forEach(statement -> rows.add(spelled(statement)));
        } else {
            for (PatchOperation operation : ((RdfPatch) element).operations()) {
                if (operation instanceof PatchOperation.Add add) {
                    rows.add("A " + spelled(add.statement()));
                } else if (operation instanceof PatchOperation.Delete delete) {
                    rows.add("D " + spelled(delete.statement()));
                } else if (operation instanceof PatchOperation.Header header) {
                    rows.add("H " + header.key() + spelled(header.value()));
                } else {
                    rows.add(String.valueOf(operation));
                }
            }
        }
        return rows;
    }

    private static String spelled(Statement statement) {
        Resource graph = statement.getContext();
        return spelled(statement.getSubject())
                + spelled(statement.getPredicate())
                + spelled(statement.getObject())
                + (graph == null ? "" : spelled(graph));
    }

    private static String spelled(Value value) {
        if (value instanceof Literal literal) {
            return "\"" + literal.getLabel() + "\"" + literal.getLanguage() + literal.getDatatype();
        } else if (value instanceof BNode node) {
            return "_:" + node.getID() + " ";
        } else if (value instanceof Triple triple) {
            return "<<" + spelled(triple.getSubject()) + spelled(triple.getPredicate()) + spelled(triple.getObject())
                    + ">>";
        }
        return "<" + value.stringValue() + ">";
    }
}
