package dev.velella.lift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.kit.options.OptionGroup;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.FilledStatements;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiftTest {
    private static final ReadingLimits LIMITS = ReadingLimits.ofElement(1 << 20, 10_000);
    private static final LiftOptions OPTIONS = new LiftOptions("");
    private static final String P = "@prefix x: <urn:x:> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";

    private static Lift lift(String... options) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], options[i + 1]);
        }
        ConfigDef def = new ConfigDef();
        OPTIONS.define(new OptionGroup(def, "Lift"));
        return OPTIONS.read(new AbstractConfig(def, given, false), LIMITS, null, null);
    }

    private static LiftRecord record(Object key, Object value) {
        return new LiftRecord(
                "shop.orders",
                3,
                1_700_000_000_000L,
                name -> name.equals("origin") ? "plant 7" : null,
                new SchemaAndValue(null, key instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : key),
                value instanceof SchemaAndValue both
                        ? both
                        : new SchemaAndValue(
                                null, value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : value),
                Instant.EPOCH);
    }

    /** The statements as lines without angle brackets of their prefixes, in order. */
    private static List<String> lines(Lifted lifted) {
        return List.copyOf(lifted.graph().statements().stream()
                .map(LiftTest::line)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static String line(Statement statement) {
        return text(statement.getSubject()) + " " + text(statement.getPredicate()) + " " + text(statement.getObject())
                + (statement.getContext() == null ? "" : " " + text(statement.getContext()));
    }

    private static String text(Value term) {
        return term.isIRI()
                ? term.stringValue().replaceFirst("^urn:x:", "")
                : term.toString()
                        .replace("<http://www.w3.org/2001/XMLSchema#", "")
                        .replace(">", "");
    }

    private static List<String> lines(String template, String json) {
        return lines(lift("template", P + template).lift(record("k", json)));
    }

    @Test
    void aTemplateWithoutBlocksStaysATemplate() {
        Lifted lifted = lift(
                        "template",
                        P
                                + "<urn:x:{/id}> x:v \"{/v}\"^^xsd:decimal ; x:in \"{topic}\", \"{partition}\", \"{header/origin}\", \"{timestamp}\" .")
                .lift(record("k", "{\"id\":\"a b\",\"v\":30.10}"));
        assertThat(lines(lifted))
                .containsExactly(
                        "a%20b in \"2023-11-14T22:13:20Z\"",
                        "a%20b in \"3\"",
                        "a%20b in \"plant 7\"",
                        "a%20b in \"shop.orders\"",
                        "a%20b v \"30.10\"^^decimal");
        assertThat(lifted.graph().statements()).isInstanceOf(FilledStatements.class);
        assertThat(lifted.key()).isNull();
        assertThat(lifted.eventTime()).isEmpty();
    }

    @Test
    void aBlockRepeatsItsStatementsForEachItem() {
        String template = "<urn:x:{/id}> a x:Device . {#/readings} <urn:x:{^/id}/{#}> x:of <urn:x:{^/id}> ; x:v {/v} ;"
                + " x:part [ x:unit \"{/unit|Cel}\" ] . {#/tags} <urn:x:{^^/id}/{^#}> x:tag \"{.}\" . {end} {end}";
        assertThat(lines(
                                template,
                                "{\"readings\":[{\"v\":1},{\"v\":2.50,\"unit\":\"F\",\"tags\":[\"p\",\"q\"]},{\"v\":true}],\"id\":7}")
                        .stream()
                        .map(line -> line.replaceAll("_:\\S+", "_:b"))
                        .toList())
                .containsExactlyInAnyOrder(
                        "7 http://www.w3.org/1999/02/22-rdf-syntax-ns#type Device",
                        "7/0 of 7",
                        "7/1 of 7",
                        "7/2 of 7",
                        "7/0 v \"1\"^^integer",
                        "7/1 v \"2.50\"^^decimal",
                        "7/2 v \"true\"^^boolean",
                        "7/0 part _:b",
                        "7/1 part _:b",
                        "7/2 part _:b",
                        "_:b unit \"Cel\"",
                        "_:b unit \"F\"",
                        "_:b unit \"Cel\"",
                        "7/1 tag \"p\"",
                        "7/1 tag \"q\"");
    }

    @Test
    void aValueThatIsThereOrNotDecidesAboutStatements() {
        String template =
                "<urn:x:{/id}> a x:D . {?/alarm} <urn:x:{/id}> x:is x:Alarmed ; x:why \"{/alarm/why}\" . {end}"
                        + " {!/alarm} <urn:x:{/id}> x:is x:Quiet . {end}";
        assertThat(lines(template, "{\"id\":1,\"alarm\":{\"why\":\"hot\"}}"))
                .contains("1 is Alarmed", "1 why \"hot\"")
                .doesNotContain("1 is Quiet");
        assertThat(lines(template, "{\"id\":1,\"alarm\":null}"))
                .contains("1 is Quiet")
                .hasSize(2);
    }

    /** As where a sender writes an object only if there is more to say than the value. */
    @Test
    void aValueThatAHoleCannotCarryIsNoErrorInAStatementThatIsNotThere() {
        String template = "{?/t/value} <urn:x:{/id}> x:t {/t/value} . {end}"
                + " {!/t/value} <urn:x:{/id}> x:t {/t} ; x:whole \"{/t}\"^^xsd:integer . {end}";
        assertThat(lines(template, "{\"id\":1,\"t\":{\"value\":2.5}}")).containsExactly("1 t \"2.5\"^^decimal");
        assertThat(lines(template, "{\"id\":1,\"t\":3}"))
                .containsExactly("1 t \"3\"^^integer", "1 whole \"3\"^^integer");
        assertThatThrownBy(() -> lines(template, "{\"id\":1,\"t\":{\"v\":3}}"))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("{/t} finds an object");
        assertThatThrownBy(() -> lines(template, "{\"id\":1,\"t\":3.5}"))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("\"3.5\" is no xsd:integer");
        String items = "{#/all} {?/ok} <urn:x:{^/id}> x:n \"{/n}\"^^xsd:integer . {end} {end}";
        assertThat(lines(items, "{\"id\":1,\"all\":[{\"n\":[]},{\"ok\":1,\"n\":2},{\"n\":\"no\"}]}"))
                .as("an item before does not count")
                .containsExactly("1 n \"2\"^^integer");
        for (String place :
                List.of("<urn:x:{/o}> x:p 1 .", "<urn:x:s> <urn:x:{/o}> 1 .", "<urn:x:{/o}> { <urn:x:s> x:p 1 . }")) {
            assertThatThrownBy(() -> lines("{!/none} " + place + " {end}", "{\"o\":{}}"))
                    .as(place)
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("{/o} finds an object");
        }
    }

    @Test
    void aHoleThatBeginsAnIriIsFilledWithAnIri() {
        String template = "<{/id}/t/{/n}> a <{/type}> ; x:of <{/id}> ; x:v \"{/n}\"^^<{/type}#{/n}> .";
        assertThat(lines(template, "{\"id\":\"urn:x:a/b\",\"type\":\"urn:x:T\",\"n\":\"c/d\"}"))
                .containsExactly(
                        "a/b/t/c%2Fd http://www.w3.org/1999/02/22-rdf-syntax-ns#type T",
                        "a/b/t/c%2Fd of a/b", "a/b/t/c%2Fd v \"c/d\"^^<urn:x:T#c%2Fd");
        for (String wrong : List.of("a", "urn:x:a b", "urn:x:>")) {
            assertThatThrownBy(() -> lines("<{/id}/t> a x:T .", "{\"id\":\"" + wrong + "\"}"))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("IRI");
        }
    }

    @Test
    void aBlockOverAnObjectIsThereOnceAndPointersMayLeadThroughIt() {
        String template = "<urn:x:{/id}> x:first {/r/0/v}, \"{/o/v}\" . {#/r} <urn:x:{^/id}> x:v {/v} . {end}"
                + " {#/o} <urn:x:{^/id}> x:o {/v} . {end} {#/none} <urn:x:{^/id}> x:never {/v} . {end}";
        assertThat(lines(template, "{\"r\":[{\"v\":1},{\"v\":2},null,7],\"o\":{\"v\":3},\"id\":5}"))
                .containsExactly(
                        "5 first \"1\"^^integer",
                        "5 first \"3\"",
                        "5 o \"3\"^^integer",
                        "5 v \"1\"^^integer",
                        "5 v \"2\"^^integer");
    }

    @Test
    void aBlockOverMembersIsThereForEachOfThemWithItsName() {
        String template = "{#/m/*} <urn:x:{^/id}/{name}> x:v {/v} ; x:n {#} . {#/l/*} <urn:x:{^^/id}/{^name}> x:{end}"
                .replace(" x:{end}", " x:in \"{name}={.}\" . {end} {end} <urn:x:{/id}> x:first {/m/a/v} .");
        List<String> expected = List.of(
                "7 first \"1\"^^integer",
                "7/a in \"de=x\"",
                "7/a n \"0\"^^integer",
                "7/a v \"1\"^^integer",
                "7/b%20c n \"1\"^^integer");
        assertThat(lines(template, "{\"m\":{\"a\":{\"l\":{\"de\":\"x\",\"en\":null},\"v\":1},\"b c\":{}},\"id\":7}"))
                .isEqualTo(expected);
        Map<String, Object> members = new java.util.LinkedHashMap<>();
        members.put("a", Map.of("l", Map.of("de", "x"), "v", 1));
        members.put("b c", Map.of());
        assertThat(lines(lift("template", P + template)
                        .lift(record("k", new SchemaAndValue(null, Map.of("m", members, "id", 7))))))
                .isEqualTo(expected);
        Schema struct = SchemaBuilder.struct()
                .field("p", Schema.INT32_SCHEMA)
                .field("q", Schema.OPTIONAL_INT32_SCHEMA)
                .build();
        assertThat(lines(lift("template", P + "{#/*} <urn:x:a> x:v \"{name} {.}\" . {end}")
                        .lift(record("k", new SchemaAndValue(struct, new Struct(struct).put("p", 1))))))
                .containsExactly("a v \"p 1\"");
        assertThat(lines("{#/m/*} <urn:x:a> x:v \"{name} {.}\" . {end}", "{\"m\":[\"p\",\"q\"]}"))
                .containsExactly("a v \"0 p\"", "a v \"1 q\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{s(/n)} | 1700000000 | 2023-11-14T22:13:20Z dateTime",
                "{s(/n)} | 1700000000.5 | 2023-11-14T22:13:20.500Z dateTime",
                "{ms(/n)} | 1700000000001 | 2023-11-14T22:13:20.001Z dateTime",
                "{us(/n)} | -1 | 1969-12-31T23:59:59.999999Z dateTime",
                "{ns(/n)} | \"1700000000000000001\" | 2023-11-14T22:13:20.000000001Z dateTime",
                "{days(/n)} | 19675 | 2023-11-14 date",
                "{/n} | 1 | 1 integer",
                "{/n} | -1.50 | -1.50 decimal",
                "{/n} | 1e3 | 1e3 double",
                "{/n} | true | true boolean",
                "{/none!2.50} | 1 | 2.50 decimal",
                "{/none!true} | 1 | true boolean",
            })
    void aHoleOutsideOfQuotesHasTheTypeOfItsValue(String hole, String value, String literal) {
        String[] parts = literal.split(" ");
        assertThat(lines("<urn:x:a> x:v " + hole.replace("!", "|") + " ; x:n \"{/n}\" .", "{\"n\":" + value + "}"))
                .contains("a v \"" + parts[0] + "\"^^" + parts[1]);
    }

    @Test
    void languageAndDatatypeMayBeHoles() {
        assertThat(lines(
                        "<urn:x:a> x:t \"{/t}\"@{/lang|en}, \"{/u}\"@{/none}, \"{/n}\"^^<{/type}>, \"{/n}\"^^<urn:x:{/t}> .",
                        "{\"t\":\"Hut\",\"u\":\"never\",\"lang\":\"de-AT\",\"n\":7,"
                                + "\"type\":\"http://www.w3.org/2001/XMLSchema#byte\"}"))
                .containsExactly("a t \"7\"^^<urn:x:Hut", "a t \"7\"^^byte", "a t \"Hut\"@de-AT");
        assertThatThrownBy(() -> lines("<urn:x:a> x:t \"{/t}\"@{/t} .", "{\"t\":\"no tag\"}"))
                .hasMessageContaining("for {/t} (line 2 of it)");
    }

    @Test
    void aMapGivesAnIriForEachOfItsTextsAndRefusesOthers() {
        String template = "@map unit ( \"Cel\" x:DegC\n \"[degF]\" <urn:x:DegF> ) .\n"
                + "<urn:x:a> x:unit <{unit(/u)}> ; x:other <{unit(/o)|urn:x:Any}> .";
        assertThat(lines(template, "{\"u\":\"[degF]\",\"o\":\"K\"}")).containsExactly("a other Any", "a unit DegF");
        assertThatThrownBy(() -> lines(template, "{\"u\":\"K\"}"))
                .hasMessageContaining("\"K\" is not in @map unit")
                .hasMessageContaining("(line 4 of it)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<urn:a> <urn:b> \"{/x\" . | has no }",
                "<urn:a> <urn:b> \"{/x<y}\" . | is no hole",
                "<urn:a> <urn:b> \"{foo(/x)}\" . | neither s, ms, us, ns or days nor a map",
                "<urn:a> <urn:b> \"{^/x}\" . | that is not around it",
                "<urn:a> <urn:b> {#} . | that is not around it",
                "<urn:a> <urn:b> {name} . | that is not around it",
                "{#/l} <urn:a> <urn:b> {name} . {end} | stands in a block {#/object/*}",
                "<urn:a> <urn:b> ex:{/x} . | write the whole IRI",
                "{end} | without the begin",
                "{#/x} <urn:a> <urn:b> 1 . | no {end}",
                "<urn:a> {#/x} <urn:b> 1 . {end} | between whole statements",
                "<urn:a> <urn:b> \"{now}\" . | is nothing that a record has here",
                "<urn:a> <urn:b> <<( <urn:{/s}> <urn:p> <urn:o> )>> . | quoted triple",
            })
    void aWrongTemplateIsRefusedWithItsLine(String template, String message) {
        assertThatThrownBy(() -> lift("template", template))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    private static final Schema ROW = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .field("price", Decimal.schema(2))
            .field("born", SchemaBuilder.int32().name("io.debezium.time.Date").build())
            .field(
                    "seen",
                    SchemaBuilder.int64()
                            .name("io.debezium.time.MicroTimestamp")
                            .build())
            .field("raw", Schema.BYTES_SCHEMA)
            .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
            .field("ratio", Schema.FLOAT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static Struct row() {
        return new Struct(ROW)
                .put("id", 7L)
                .put("at", Date.from(Instant.ofEpochMilli(1)))
                .put("price", new BigDecimal("12.50"))
                .put("born", -1)
                .put("seen", 1_700_000_000_000_001L)
                .put("raw", new byte[] {1, (byte) 0xAB})
                .put("tags", List.of("p", "q"))
                .put("ratio", Double.POSITIVE_INFINITY);
    }

    @Test
    void aStructFillsHolesWithItsLogicalTypes() {
        String template =
                "<urn:x:{/id}> x:at {/at} ; x:price {/price} ; x:born {/born} ; x:seen {/seen} ; x:raw {/raw} ;"
                        + " x:hex \"{/raw}\"^^xsd:hexBinary ; x:ratio {/ratio} ; x:note \"{/note}\" . {#/tags} <urn:x:{^/id}> x:tag"
                        + " \"{.}\" . {end}";
        assertThat(lines(lift("template", P + template).lift(record("k", new SchemaAndValue(ROW, row())))))
                .containsExactly(
                        "7 at \"1970-01-01T00:00:00.001Z\"^^dateTime",
                        "7 born \"1969-12-31\"^^date",
                        "7 hex \"01AB\"^^hexBinary",
                        "7 price \"12.50\"^^decimal",
                        "7 ratio \"INF\"^^double",
                        "7 raw \"Aas=\"^^base64Binary",
                        "7 seen \"2023-11-14T22:13:20.000001\"^^dateTime",
                        "7 tag \"p\"",
                        "7 tag \"q\"");
        assertThatThrownBy(() -> lift("template", P + "<urn:x:{/id}> x:raw \"{/raw}\" .")
                        .lift(record("k", new SchemaAndValue(ROW, row()))))
                .hasMessageContaining("bytes are no text");
    }

    @Test
    void aMapWithoutSchemaIsAsJson() {
        Map<String, Object> map = Map.of("id", 7, "tags", List.of(Map.of("n", "p")));
        assertThat(lines(lift("template", P + "{#/tags} <urn:x:{^/id}> x:tag \"{/n}\" . {end}")
                        .lift(record("k", new SchemaAndValue(null, map)))))
                .containsExactly("7 tag \"p\"");
    }

    @Test
    void aRowOfWhichNothingIsLeftIsAnEmptyGraphAndARecordThatIsNotAskedIsAnError() {
        Lift lift =
                lift("template", P + "<urn:x:{key}> x:name \"{/name}\" . {#/tags} <urn:x:{key}> x:tag \"{.}\" . {end}");
        Schema schema = SchemaBuilder.struct()
                .field("name", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        for (Object value : List.of(
                "{\"name\":null}",
                "{\"tags\":[]}",
                "{\"tags\":null}",
                new SchemaAndValue(schema, new Struct(schema)))) {
            assertThat(lift.lift(record("k", value)).graph().statements())
                    .as("%s", value)
                    .isEmpty();
        }
        assertThatThrownBy(() -> lift.lift(record("k", "{\"other\":1}"))).hasMessageContaining("none of the values");
        assertThatThrownBy(() -> lift.lift(record("k", "[]"))).hasMessageContaining("none of the values");
    }

    private static Lifted debezium(String json) {
        return lift(
                        "template",
                        P + "<urn:x:{/id}> x:name \"{/name}\" .",
                        "input.envelope",
                        "debezium",
                        "key.template",
                        "customer/{key/id}")
                .lift(record("{\"id\":\"7 a\"}", json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"c", "u", "r"})
    void aChangeOfDebeziumIsItsRowAfterIt(String op) {
        Lifted lifted =
                debezium("{\"before\":{\"id\":1,\"name\":\"old\"},\"after\":{\"id\":1,\"name\":\"new\"},\"op\":\"" + op
                        + "\",\"source\":{\"ts_ms\":1700000000000,\"snapshot\":\"last\"}}");
        assertThat(lines(lifted)).containsExactly("1 name \"new\"");
        assertThat(lifted.key()).isEqualTo("customer/7%20a");
        assertThat(lifted.eventTime()).isEqualTo(OptionalLong.of(1_700_000_000_000L));
    }

    @Test
    void aDeleteATombstoneAndADeletedRowEndTheStream() {
        for (String json : Arrays.asList(
                "{\"before\":{\"id\":1},\"after\":null,\"op\":\"d\",\"source\":{\"ts_ms\":1}}",
                null,
                "{\"id\":1,\"name\":\"gone\",\"__deleted\":\"true\"}",
                "{\"id\":1,\"name\":\"gone\",\"__deleted\":true}")) {
            Lifted lifted = debezium(json);
            assertThat(lifted.graph()).as(json).isNull();
            assertThat(lifted.key()).isEqualTo("customer/7%20a");
        }
        assertThat(lines(debezium("{\"id\":1,\"name\":\"here\",\"op\":\"column\",\"__deleted\":\"false\"}")))
                .containsExactly("1 name \"here\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"op\":\"t\",\"after\":null} | truncate",
                "{\"op\":\"m\"} | no change of a row (op=m)",
                "{\"op\":\"u\",\"after\":null} | no row in after",
                "{\"ddl\":\"CREATE\",\"tableChanges\":[]} | a schema change of Debezium",
                "{\"status\":\"BEGIN\",\"id\":\"1\",\"event_count\":null} | a transaction of Debezium",
                "{\"ts_ms\":1} | heartbeat",
                "{\"id\":1,\"name\":\"a\"} | set input.envelope=none",
                "{\"schema\":{},\"payload\":{\"op\":\"c\"}} | schemas.enable=true",
            })
    void whatIsNoChangeOfARowIsRefusedByName(String json, String message) {
        assertThatThrownBy(() -> debezium(json))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.UNFIT))
                .hasMessageContaining(message);
    }

    @Test
    void aValueThatTheDatabaseDidNotSendIsNoText() {
        assertThatThrownBy(
                        () -> debezium("{\"after\":{\"id\":1,\"name\":\"__debezium_unavailable_value\"},\"op\":\"u\"}"))
                .hasMessageContaining("REPLICA IDENTITY FULL");
    }

    @Test
    void aChangeThatIsAStructIsAsOneInJson() {
        Schema row = SchemaBuilder.struct()
                .optional()
                .field("id", Schema.INT32_SCHEMA)
                .field("name", Schema.STRING_SCHEMA)
                .build();
        Schema change = SchemaBuilder.struct()
                .field("before", row)
                .field("after", row)
                .field("op", Schema.STRING_SCHEMA)
                .build();
        Struct value = new Struct(change)
                .put("after", new Struct(row).put("id", 1).put("name", "new"))
                .put("op", "c");
        Lift lift = lift("template", P + "<urn:x:{/id}> x:name \"{/name}\" .", "input.envelope", "debezium");
        assertThat(lines(lift.lift(record("k", new SchemaAndValue(change, value)))))
                .containsExactly("1 name \"new\"");
        assertThat(lift.lift(record("k", new SchemaAndValue(change, new Struct(change).put("op", "d"))))
                        .graph())
                .isNull();
    }

    @Test
    void keysNeverGiveTheSameStreamByAccident() {
        Lift lift = lift("template", "<urn:a> <urn:b> \"{/v}\" .", "key.template", "{topic}/{key/a}/{key/b}");
        String one =
                lift.lift(record("{\"a\":\"1/2\",\"b\":\"3\"}", "{\"v\":1}")).key();
        String other =
                lift.lift(record("{\"a\":\"1\",\"b\":\"2/3\"}", "{\"v\":1}")).key();
        assertThat(one).isEqualTo("shop.orders/1%2F2/3").isNotEqualTo(other);
        assertThat(lift.hasTopicInKey()).isTrue();
        assertThat(lift("template", "<urn:a> <urn:b> \"{/v}\" .", "key.template", "{key}")
                        .lift(record("a/b", "{\"v\":1}"))
                        .key())
                .isEqualTo("a/b");
        assertThatThrownBy(() -> lift.lift(record("{\"a\":1}", "{\"v\":1}")))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.KEY))
                .hasMessageContaining("{key/b}");
        assertThatThrownBy(() -> lift.lift(record("text", "{\"v\":1}")))
                .hasMessageContaining("the record key is not JSON");
        assertThatThrownBy(() -> lift("template", "<urn:a> <urn:b> \"{/v}\" .", "key.template", "{/v}"))
                .hasMessageContaining("decide about the partition");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key/a}{key/b} | before {key/b}",
                "{key/a}-{key/b} | before {key/b}",
                "{topic}.{key} | before {key}",
                "{key/a}/{key/b!none} | without defaults",
            })
    void aKeyTemplateThatCouldMakeOneKeyOfTwoIsRefused(String template, String message) {
        assertThatThrownBy(() ->
                        lift("template", "<urn:a> <urn:b> \"{/v}\" .", "key.template", template.replace("!", "|")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    /** A record of another kind, which has no more than the time, would take all that is known away. */
    @Test
    void theEventTimeAloneIsNotWhatTheTemplateAsksFor() {
        Lift lift = lift("template", P + "<urn:x:{key}> x:v {/v} .", "event.time", "{ms(/ts)}");
        assertThatThrownBy(() -> lift.lift(record("k", "{\"ts\":5,\"status\":\"ok\"}")))
                .hasMessageContaining("none of the values");
        assertThatThrownBy(() -> lift.lift(record("k", new SchemaAndValue(null, Map.of("ts", 5)))))
                .hasMessageContaining("none of the values");
        Lifted empty = lift.lift(record("k", "{\"ts\":5,\"v\":null}"));
        assertThat(empty.graph().statements()).isEmpty();
        assertThat(empty.eventTime()).isEqualTo(OptionalLong.of(5));
    }

    @Test
    void aValueThatIsWrongInItselfIsRefused() {
        Schema decimal = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .field("scale", Schema.OPTIONAL_INT32_SCHEMA)
                .field("value", Schema.OPTIONAL_BYTES_SCHEMA)
                .build();
        Lift lift = lift("template", P + "<urn:x:a> x:v {.} .");
        byte[] long400 = new byte[200];
        long400[0] = 1;
        for (Struct wrong :
                List.of(new Struct(decimal), new Struct(decimal).put("scale", 0).put("value", long400))) {
            assertThatThrownBy(() -> lift.lift(record("k", new SchemaAndValue(decimal, wrong))))
                    .isInstanceOf(PayloadException.class);
        }
        assertThat(lines(lift.lift(record(
                        "k",
                        new SchemaAndValue(
                                decimal, new Struct(decimal).put("scale", 2).put("value", new byte[] {1, 0}))))))
                .containsExactly("a v \"2.56\"^^decimal");
    }

    /** Else two partitions would write the patches of one stream. */
    @Test
    void aFieldOfTheKeyThatTheTemplateDoesNotUseIsAnError() {
        Lift lift = lift("template", "<urn:a> <urn:b> \"{/v}\" .", "key.template", "r/{key/a}");
        Map<String, Object> map = Map.of("a", 1, "b", 2);
        Schema schema = SchemaBuilder.struct()
                .field("a", Schema.INT32_SCHEMA)
                .field("b", Schema.INT32_SCHEMA)
                .build();
        for (Object key :
                List.of("{\"a\":1,\"b\":2}", map, new Struct(schema).put("a", 1).put("b", 2))) {
            assertThatThrownBy(() -> lift.lift(record(key, "{\"v\":1}")))
                    .isInstanceOfSatisfying(
                            PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.KEY))
                    .hasMessageContaining("add {key/b}");
        }
        assertThat(lift.lift(record("{\"a\":1}", "{\"v\":1}")).key()).isEqualTo("r/1");
    }

    @Test
    void theEventTimeIsAHole() {
        String template = "<urn:a> <urn:b> \"{/v}\" .";
        assertThat(lift("template", template, "event.time", "{ms(/ts)}")
                        .lift(record("k", "{\"v\":1,\"ts\":5}"))
                        .eventTime())
                .isEqualTo(OptionalLong.of(5));
        Lift text = lift("template", template, "event.time", "{/ts}");
        assertThat(text.lift(record("k", "{\"v\":1,\"ts\":\"1970-01-01T00:00:01Z\"}"))
                        .eventTime())
                .isEqualTo(OptionalLong.of(1000));
        for (String json : List.of("{\"v\":1}", "{\"v\":1,\"ts\":5}", "{\"v\":1,\"ts\":{}}")) {
            assertThatThrownBy(() -> text.lift(record("k", json)))
                    .as(json)
                    .isInstanceOfSatisfying(
                            PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.TIME));
        }
    }

    @Test
    void otherFormatsReadTextAndValuesOfConnect() {
        assertThat(lines(lift("content.type", "text/turtle").lift(record("k", "<urn:x:a> <urn:x:b> 1 ."))))
                .containsExactly("a b \"1\"^^integer");
        assertThat(lines(lift("context", "{\"@vocab\":\"urn:x:\",\"id\":\"@id\"}")
                        .lift(record("k", new SchemaAndValue(null, Map.of("id", "urn:x:a", "b", "c"))))))
                .containsExactly("a b \"c\"");
        assertThat(lift("content.type", "application/senml+json")
                        .lift(record("k", "[{\"n\":\"urn:x:t\",\"v\":1}]"))
                        .graph()
                        .statements())
                .isNotEmpty();
        assertThatThrownBy(() -> lift("content.type", "text/plain"))
                .hasMessageContaining("must be application/senml+json or");
        assertThatThrownBy(() -> lift()).hasMessageContaining("none of them are set");
    }
}
