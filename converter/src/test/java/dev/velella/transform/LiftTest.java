package dev.velella.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.LiftOptions;
import dev.velella.lift.LiftRecord;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.ExtractField;
import org.apache.kafka.connect.transforms.HoistField;
import org.apache.kafka.connect.transforms.RegexRouter;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.ValueToKey;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiftTest {
    private static final long NOW = 1_700_000_000_000L;
    private static final String TEMPLATE = "<urn:s:{/id}> <urn:v> {/v} ; <urn:in> \"{topic}\", \"{header/line}\" .";
    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("v", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .field("at", Timestamp.builder().optional().build())
            .build();

    private static Struct row(long id, Double v) {
        return new Struct(ROW).put("id", id).put("v", v);
    }

    private static SourceRecord record(String topic, Schema keySchema, Object key, Schema schema, Object value) {
        SourceRecord record = new SourceRecord(
                Map.of("table", "sensor"), Map.of("row", 7L), topic, null, keySchema, key, schema, value, 5L);
        record.headers().addInt("line", 17);
        return record;
    }

    private static SourceRecord record(Object value) {
        Schema schema = value instanceof Struct struct
                ? struct.schema()
                : value instanceof String ? Schema.STRING_SCHEMA : null;
        return record("plant.rows", Schema.INT64_SCHEMA, 3L, schema, value);
    }

    private static Map<String, String> options(String... options) {
        Map<String, String> given = new HashMap<>(Map.of("type", Lift.Value.class.getName()));
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], options[i + 1]);
        }
        return given;
    }

    private static Lift.Value<SourceRecord> lift(String... options) {
        Lift.Value<SourceRecord> lift = new Lift.Value<>(Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));
        lift.configure(options(options));
        return lift;
    }

    private static RdfGraph graph(SourceRecord record) {
        return (RdfGraph) RdfStructs.toElement(record.value());
    }

    /** What the engine, which the diff app has too, makes of a record. */
    private static RdfGraph byTheEngine(SourceRecord record, String... options) {
        LiftOptions known = new LiftOptions("");
        ConfigDef def = new ConfigDef();
        known.define(new OptionGroup(def, "Lift"));
        return known.read(
                        new AbstractConfig(def, options(options), false),
                        ReadingLimits.ofElement(1 << 20, 1000),
                        null,
                        null)
                .lift(new LiftRecord(
                        record.topic(),
                        -1,
                        -1,
                        name -> "17",
                        new SchemaAndValue(record.keySchema(), record.key()),
                        new SchemaAndValue(record.valueSchema(), record.value()),
                        Instant.EPOCH))
                .graph();
    }

    @SuppressWarnings("unchecked")
    private static SourceRecord apply(SourceRecord record, Object transformation, Map<String, String> config) {
        try (Transformation<SourceRecord> one = (Transformation<SourceRecord>) transformation) {
            one.configure(config);
            return one.apply(record);
        }
    }

    @Test
    void afterKafkasOwnTransformationsTheGraphIsThatOfTheEngine() {
        SourceRecord record = apply(
                record("{\"id\":4,\"v\":2.50}"),
                new RegexRouter<>(),
                Map.of("regex", "plant\\.(.*)", "replacement", "$1"));
        record = apply(record, new HoistField.Value<>(), Map.of("field", "line"));
        record = apply(record, new ValueToKey<>(), Map.of("fields", "line"));
        record = apply(record, new ExtractField.Value<>(), Map.of("field", "line"));

        String[] options = {"template", TEMPLATE, "key.template", "row/{key/line}"};
        SourceRecord lifted = lift(options).apply(record);

        assertThat(graph(lifted)).isEqualTo(byTheEngine(record, options));
        assertThat(graph(lifted).statements())
                .extracting(Statement::getObject)
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "\"2.50\"^^<http://www.w3.org/2001/XMLSchema#decimal>", "\"rows\"", "\"17\"");
        assertThat(lifted.topic()).isEqualTo("rows");
        assertThat(lifted.keySchema()).isEqualTo(Schema.STRING_SCHEMA);
        assertThat(lifted.key()).isEqualTo("row/%7B%22id%22%3A4%2C%22v%22%3A2.50%7D");
        assertThat(lifted.sourceOffset()).isEqualTo(record.sourceOffset());
        assertThat(lifted.timestamp()).isEqualTo(5L);
    }

    @Test
    void theConverterWritesWhatTheTransformationMakes() {
        SourceRecord lifted = lift("template", TEMPLATE).apply(record(row(4, 0.5)));
        try (JellyConverter converter = new JellyConverter()) {
            converter.configure(Map.of(), false);
            RecordHeaders headers = new RecordHeaders();
            byte[] frame = converter.fromConnectData(lifted.topic(), headers, lifted.valueSchema(), lifted.value());
            SchemaAndValue read = converter.toConnectData(lifted.topic(), headers, frame);
            assertThat(RdfStructs.toElement(read.value())).isEqualTo(graph(lifted));
        }
    }

    @Test
    void eachFormOfAValueHasItsGraph() {
        byte[] bytes = "{\"id\":4,\"v\":0.5}".getBytes(StandardCharsets.UTF_8);
        RdfGraph text = graph(lift("template", TEMPLATE).apply(record(new String(bytes, StandardCharsets.UTF_8))));
        assertThat(text.statements()).hasSize(3);
        assertThat(graph(lift("template", TEMPLATE).apply(record(bytes)))).isEqualTo(text);
        String asDecimal = TEMPLATE.replace("{/v}", "\"{/v}\"^^<http://www.w3.org/2001/XMLSchema#decimal>");
        for (Object value : List.of(row(4, 0.5), Map.of("id", 4, "v", 0.5))) {
            assertThat(graph(lift("template", asDecimal).apply(record(value)))).isEqualTo(text);
        }
        assertThat(graph(lift("content.type", "text/turtle").apply(record("<urn:s> <urn:p> 1 .")))
                        .statements())
                .hasSize(1);
    }

    @Test
    void theKeyStaysWithoutATemplateForIt() {
        SourceRecord lifted = lift("template", TEMPLATE).apply(record(row(4, 0.5)));
        assertThat(lifted.key()).isEqualTo(3L);
        assertThat(lifted.keySchema()).isEqualTo(Schema.INT64_SCHEMA);
    }

    @Test
    void aRecentEventTimeIsTheTimestampAndAnotherOneAHeader() {
        Lift.Value<SourceRecord> lift = lift("template", TEMPLATE, "event.time", "{/at}");
        long recent = NOW - Duration.ofHours(23).toMillis();
        long old = NOW - Duration.ofHours(25).toMillis();
        SourceRecord given = record(row(4, 0.5).put("at", new Date(recent)));
        given.headers().addString("event-time", "of the source");
        SourceRecord lifted = lift.apply(given);
        assertThat(lifted.timestamp()).isEqualTo(recent);
        assertThat(lifted.headers().lastWithName("event-time")).isNull();
        assertThat(given.headers().lastWithName("event-time"))
                .as("the record that was given stays as it is")
                .isNotNull();
        for (long time : new long[] {old, NOW + 1}) {
            given = record(row(4, 0.5).put("at", new Date(time)));
            given.headers().addString("event-time", "of the source");
            lifted = lift.apply(given);
            assertThat(lifted.timestamp()).isEqualTo(NOW);
            assertThat(lifted.headers().allWithName("event-time"))
                    .toIterable()
                    .singleElement()
                    .satisfies(header -> assertThat(header.value()).isEqualTo(Long.toString(time)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "none; null",
                "debezium; null",
                "debezium; {\"op\":\"d\",\"before\":{\"id\":4},\"after\":null,\"source\":{\"ts_ms\":1699999999000}}",
                "debezium; {\"id\":4,\"__deleted\":\"true\"}"
            })
    void whatIsGoneBecomesATombstoneWithItsKey(String envelope, String value) {
        SourceRecord given = record(
                "t",
                SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build(),
                new Struct(SchemaBuilder.struct()
                                .field("id", Schema.INT64_SCHEMA)
                                .build())
                        .put("id", 4L),
                null,
                value.equals("null") ? null : value);
        SourceRecord lifted = lift("template", TEMPLATE, "input.envelope", envelope, "key.template", "sensor/{key/id}")
                .apply(given);
        assertThat(lifted.value()).isNull();
        assertThat(lifted.valueSchema()).isNull();
        assertThat(lifted.key()).isEqualTo("sensor/4");
        assertThat(lifted.timestamp()).isEqualTo(5L);
    }

    /** The time of a database may go back, and the default of the diff app leaves out what is late. */
    @Test
    void theTimeOfADatabaseIsTheEventTimeOnlyIfTheOptionsAskForIt() {
        String change = "{\"op\":\"u\",\"after\":{\"id\":4,\"v\":1,\"at\":" + (NOW - 1) + "},\"source\":{\"ts_ms\":"
                + (NOW - 2) + "}}";
        String[] options = {"template", TEMPLATE, "input.envelope", "debezium"};
        SourceRecord without = lift(options).apply(record("t", null, null, null, change));
        assertThat(without.timestamp()).isEqualTo(5L);
        assertThat(without.headers().lastWithName("event-time")).isNull();
        String[] asked = Arrays.copyOf(options, options.length + 2);
        asked[options.length] = "event.time";
        asked[options.length + 1] = "{ms(/at)}";
        assertThat(lift(asked).apply(record("t", null, null, null, change)).timestamp())
                .isEqualTo(NOW - 1);
    }

    @Test
    void aRecordWithoutAGraphIsRefusedWithItsPlace() {
        Lift.Value<SourceRecord> lift =
                lift("template", "<urn:s> <urn:v> \"{/v}\"^^<http://www.w3.org/2001/XMLSchema#int> .");
        assertThatThrownBy(() -> lift.apply(record("{\"v\":\"warm\"}")))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(
                        "topic plant.rows, from {table=sensor} at {row=7}: ", "warm", "{/v}", "(line 1 of it)");
        assertThatThrownBy(() -> lift.apply(record("{")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("not JSON");
        Lift.Value<SinkRecord> ofSink = new Lift.Value<>();
        ofSink.configure(options("template", "<urn:s> <urn:v> {/v} ."));
        assertThatThrownBy(() -> ofSink.apply(new SinkRecord("t", 2, null, null, null, "{}", 0)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("topic t, partition 2: ");
        assertThatThrownBy(() ->
                        lift("template", TEMPLATE, "key.template", "{key}").apply(record("t", null, null, null, "{}")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("the record key has no value for {key}");
    }

    /** Also one that another transformation has copied field by field. */
    @Test
    void aGraphIsNotLiftedTwice() {
        Lift.Value<SourceRecord> lift = lift("template", "<urn:s> <urn:v> {key} .");
        SourceRecord lifted = lift.apply(record("{}"));
        Struct given = (Struct) lifted.value();
        Struct copy = new Struct(given.schema());
        given.schema().fields().forEach(field -> copy.put(field, given.get(field)));
        for (SourceRecord again : List.of(lifted, record(copy))) {
            assertThatThrownBy(() -> lift.apply(again))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("predicate");
        }
    }

    @Test
    void aValueThatFailsOnItsOwnIsRefusedWithItsPlaceToo() {
        Map<String, Object> broken = new HashMap<>() {
            @Override
            public Object get(Object key) {
                throw new IllegalStateException("gone");
            }
        };
        broken.put("id", 1);
        assertThatThrownBy(() -> lift("template", TEMPLATE).apply(record(broken)))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll("topic plant.rows, from", "gone");
    }

    @Test
    void partitionAndTimestampAreThereIfTheRecordHasThem() {
        String template = "<urn:s> <urn:in> {partition} ; <urn:at> {timestamp} ; <urn:v> {/v} .";
        Lift.Value<SinkRecord> lift = new Lift.Value<>();
        lift.configure(options("template", template));
        SinkRecord lifted =
                lift.apply(new SinkRecord("t", 2, null, null, null, "{\"v\":1}", 0, 0L, TimestampType.CREATE_TIME));
        assertThat(((RdfGraph) RdfStructs.toElement(lifted.value())).statements())
                .extracting(statement -> statement.getObject().stringValue())
                .containsExactlyInAnyOrder("2", "1970-01-01T00:00:00Z", "1");
        SourceRecord without = new SourceRecord(Map.of(), Map.of(), "t", null, null, null, null, "{\"v\":1}");
        assertThat(graph(lift("template", template).apply(without)).statements())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "template; <urn:s> <urn:p> \"{/a}\"; no TriG",
                "template; # nothing; has no statement",
                "context; [1]; no JSON object",
                "content.type; text/plain; must be application/senml+json or one of",
                "senml.base; base; not an absolute IRI",
                "key.template; constant; no {key}",
                "event.time; /time; must be one hole",
                "input.envelope; maxwell; debezium",
            })
    void theWorkerRefusesAWrongOptionBeforeTheConnectorStarts(String option, String value, String why) {
        ConfigDef embedded = new ConfigDef();
        embedded.embed("transforms.lift.", "Lift", 0, new Lift.Value<SourceRecord>().config());
        List<ConfigValue> values = embedded.validate(Map.of("transforms.lift." + option, value));
        assertThat(values)
                .filteredOn(each -> !each.errorMessages().isEmpty())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.name()).isEqualTo("transforms.lift." + option);
                    assertThat(each.errorMessages()).singleElement().asString().contains(option, why);
                });
    }

    @Test
    void optionsThatContradictEachOtherOrAreMisspeltAreRefused() {
        assertThatThrownBy(() -> lift("key.template", "{key}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("none of them are set");
        assertThatThrownBy(() -> lift("template", TEMPLATE, "content.type", "text/turtle"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("2 of them are set");
        assertThatThrownBy(() -> lift("template", TEMPLATE, "key.tempalte", "{key}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Did you mean key.template?");
        lift("template", TEMPLATE, "predicate", "p", "negate", "true", "plugin.version", "1");
    }

    @Test
    void theWorkerFindsIt() {
        assertThat(ServiceLoader.load(Transformation.class).stream().map(ServiceLoader.Provider::type))
                .contains(Lift.Value.class);
    }

    @Test
    void afterItsEndItTransformsNothing() {
        Lift.Value<SourceRecord> lift = lift("template", TEMPLATE);
        lift.close();
        lift.close();
        assertThatThrownBy(() -> lift.apply(record("{}"))).isInstanceOf(IllegalStateException.class);
    }
}
