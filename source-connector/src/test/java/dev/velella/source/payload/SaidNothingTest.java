package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.fixture.SharedFolder;
import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.source.http.TestServer;
import dev.velella.source.mqtt.lane.CostlyRule;
import dev.velella.source.mqtt.lane.MessageLanes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A payload that says nothing, or says it in a wrong form, is refused: an empty graph would end what the device had. */
class SaidNothingTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-11-28T22:45:00Z");

    /** Words of the refusal of each row of the file; a row that is not here is read. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("status", "it has none of the values that the template asks for"),
            Map.entry("empty-object", "has none of the values"),
            Map.entry("bare-text", "has none of the values"),
            Map.entry("all-null", "has none of the values"),
            Map.entry("empty-array", "has none of the values"),
            Map.entry("nan-text", "\"nan\" is no xsd:decimal, for {/temperature}"),
            Map.entry("unavailable", "\"unavailable\" is no xsd:decimal, for {/temperature}"),
            Map.entry("two-values", "record 1: it has more than one value: v, vs"),
            Map.entry("ms-time", "record 1: the time 1621778032123 is the year 53362; SenML counts times in seconds"),
            Map.entry("empty-pack", "the pack has no record with a value"),
            Map.entry("null-value", "record 1: v is not a number"),
            Map.entry("standard-base64", "Illegal base64 character 2b"),
            Map.entry("must-understand", "field foo_ must be understood"),
            Map.entry("no-context", "it gives no statement"),
            Map.entry("td-security", "not an absolute IRI: basic_sc"),
            Map.entry("zero-bytes", "it is empty"));

    private static final Map<String, Integer> STATEMENTS =
            Map.of("exponent", 4, "null-one", 3, "kpn", 8, "intangible", 3, "td-index", 6);

    private static AbstractConfig config(Map<String, String> options) {
        ConfigDef def = new ConfigDef();
        PayloadOptions.define(new OptionGroup(def, "Payloads"));
        return new AbstractConfig(def, new HashMap<>(options), false);
    }

    private static List<Statement> read(Map<String, String> options, String type, String payload) {
        Payload sent = new Payload("devices/d1/t", payload.getBytes(StandardCharsets.UTF_8), type, NOW);
        return List.copyOf(
                PayloadOptions.reader(config(options), 1000, 1 << 20).read(sent).statements());
    }

    private static Map<String, String> template(String template) {
        return Map.of("payload.json", "template", "payload.json.template", template);
    }

    /** Each row of the file has the answer that it names as right. */
    private static int check(Path rows, Map<String, String> options, String type) throws IOException {
        int seen = 0;
        for (String line : Files.readAllLines(rows)) {
            JsonNode row = JSON.readTree(line);
            String name = row.path("name").asText();
            if (!row.has("payload") || name.equals("orion")) {
                continue;
            }
            seen++;
            String payload = row.path("payload").asText();
            if (REFUSED.containsKey(name)) {
                assertThatThrownBy(() -> read(options, type, payload))
                        .as(name)
                        .isInstanceOf(PayloadException.class)
                        .hasMessageContaining(REFUSED.get(name));
            } else {
                assertThat(read(options, type, payload)).as(name).hasSize(STATEMENTS.get(name));
            }
        }
        return seen;
    }

    @Test
    void eachCaseOfATemplateHasItsRightAnswer() throws IOException {
        Path rows = SharedFolder.require("cases/template.jsonl");
        String template =
                JSON.readTree(Files.readAllLines(rows).get(0)).path("template").asText();
        assertThat(check(rows, template(template), "application/json")).isEqualTo(9);
        assertThat(read(
                        template(template),
                        "application/json",
                        "{\"temperature\":1e-05,\"time\":\"2026-11-28T22:42:00Z\"}"))
                .extracting(statement -> statement.getObject().stringValue())
                .contains("0.00001");
    }

    @Test
    void eachCaseOfSenmlHasItsRightAnswer() throws IOException {
        assertThat(check(SharedFolder.require("cases/senml.jsonl"), Map.of(), "application/senml+json"))
                .isEqualTo(7);
    }

    @Test
    void eachCaseOfJsonLdHasItsRightAnswer() throws IOException {
        assertThat(check(SharedFolder.require("cases/jsonld.jsonl"), Map.of(), "application/ld+json"))
                .isEqualTo(5);
    }

    /** The row that needs two contexts, which a server has. */
    @Test
    void aNotificationWithBothContextsIsReadWhole() throws IOException {
        String iri = "{\"@type\":\"@id\",\"@id\":\"urn:n:%1$s\"}";
        byte[] first = ("{\"@context\":{\"id\":\"@id\",\"type\":\"@type\",\"@vocab\":\"urn:n:\",\"subscriptionId\":"
                        + iri.formatted("subscriptionId") + ",\"value\":\"urn:n:hasValue\"}}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] second = "{\"@context\":{\"Vehicle\":\"urn:v:Vehicle\",\"speed\":\"urn:v:speed\"}}"
                .getBytes(StandardCharsets.UTF_8);
        try (TestServer server = new TestServer(
                request -> TestServer.Response.ok(request.target().equals("/1") ? first : second)
                        .with("Content-Type", "application/ld+json"))) {
            String address = "http://127.0.0.1:" + server.port() + "/";
            Map<String, String> contexts = Map.of("payload.jsonld.contexts.allowed", address + "1," + address + "2");
            String payload = Files.readAllLines(SharedFolder.require("cases/jsonld.jsonl")).stream()
                    .filter(line -> line.contains("\"orion\""))
                    .map(SaidNothingTest::payload)
                    .findFirst()
                    .orElseThrow();
            assertThat(read(
                            contexts,
                            "application/ld+json",
                            payload.replace("CONTEXT1", address + "1").replace("CONTEXT2", address + "2")))
                    .hasSize(10);
        }
    }

    private static String payload(String row) {
        try {
            return JSON.readTree(row).path("payload").asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTemplateIsFilledOnlyIfAStatementHasAValueOfThePayload() {
        Map<String, String> place = template("<urn:d:{topic[2]}> a <urn:Device> ; <urn:at> \"{/lat} {/long}\" ;"
                + " <urn:seen> \"{now}\"^^<http://www.w3.org/2001/XMLSchema#dateTime> .");
        assertThat(read(place, "application/json", "{\"lat\":1,\"long\":2}")).hasSize(3);
        assertThatThrownBy(() -> read(place, "application/json", "{\"lat\":1}"))
                .hasMessageContaining("has none of the values");
        assertThat(read(template("<urn:d:{topic[2]}> <urn:said> \"something\" ."), "application/json", "{}"))
                .as("a template that asks the payload for nothing")
                .hasSize(1);
    }

    @Test
    void anItemThatSaysNothingAddsNothing() {
        Map<String, String> reading = template("<urn:s> <urn:r> [ a <urn:Reading> ; <urn:v> \"{/v}\" ] .");
        assertThat(read(reading, "application/json", "[{\"v\":1},{\"x\":2},{\"v\":3}]"))
                .hasSize(6);
        assertThatThrownBy(() -> read(reading, "application/json", "[{\"x\":1},{\"x\":2}]"))
                .hasMessageContaining("has none of the values");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"bn\":\"urn:dev:a:\",\"bt\":1621778032}]",
                "[{\"bn\":\"urn:dev:a:\"},{\"bu\":\"A\"}]",
                "[1]",
                "[{\"bn\":\"urn:dev:a:\",\"n\":\"t\",\"v\":1},\"x\"]",
                "[{\"bn\":\"urn:dev:a:\",\"n\":\"t\",\"vb\":true,\"vd\":\"\"}]",
                "[{\"bn\":\"urn:dev:a:\",\"n\":\"t\",\"t\":-1e11,\"v\":1}]"
            })
    void aPackOfSenmlHasAValueARecord(String pack) {
        assertThatThrownBy(() -> read(Map.of(), "application/senml+json", pack))
                .isInstanceOf(PayloadException.class)
                .hasMessageStartingWith("not SenML: ");
    }

    @Test
    void senmlIsReadAtTheEdgesOfItsNumbers() {
        String record = "[{\"bver\":10,\"bn\":\"urn:dev:a:\",\"bs\":5,\"n\":\"t\",\"t\":268435456,\"s\":3}]";
        assertThat(read(Map.of(), "application/senml+json", record))
                .extracting(statement -> statement.getObject().stringValue())
                .contains("8", "1978-07-04T21:24:16Z");
        assertThat(read(Map.of(), "application/senml+json", record.replace("268435456", "268435455")))
                .as("relative to now")
                .extracting(statement -> statement.getObject().stringValue())
                .contains("2035-06-01T20:09:15Z");
        assertThatThrownBy(() -> read(Map.of(), "application/senml+json", record.replace(":10,", ":11,")))
                .hasMessageContaining("version 11, known is 10");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/turtle",
                "application/trig",
                "application/n-triples",
                "application/n-quads",
                "application/ld+json",
                "application/rdf+xml",
                "application/x-jelly-rdf",
                "application/senml+json"
            })
    void aDocumentOf0BytesIsNoElement(String type) {
        assertThatThrownBy(() -> read(Map.of(), type, ""))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("it is empty");
        boolean mayBeEmpty = type.matches("text/turtle|application/(trig|n-.*)");
        if (mayBeEmpty) {
            assertThatThrownBy(() -> read(Map.of(), type, "")).hasMessageContaining("payload.empty=graph");
            assertThat(read(Map.of("payload.empty", "graph"), type, "")).isEmpty();
            assertThat(read(Map.of(), type, "# nothing now\n"))
                    .as("somebody meant it")
                    .isEmpty();
        } else {
            assertThatThrownBy(() -> read(Map.of("payload.empty", "graph"), type, ""))
                    .hasMessageContaining("it is empty");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"@context\":{\"a\":\"urn:a\"}}", "{\"@graph\":[]}"})
    void jsonLdWithoutContentIsAGraphOnlyWhereTheOptionsSaySo(String document) {
        assertThatThrownBy(() -> read(Map.of(), "application/ld+json", document))
                .hasMessageContaining("it has no content; if an empty graph is meant, set payload.empty=graph");
        assertThat(read(Map.of("payload.empty", "graph"), "application/ld+json", document))
                .isEmpty();
        Map<String, String> context = Map.of("payload.json", "context", "payload.json.context", "{\"a\":\"urn:a\"}");
        assertThatThrownBy(() -> read(context, "application/json", document)).hasMessageContaining("no content");
    }

    @Test
    void aBaseMakesRelativeIrisWhole() {
        Map<String, String> base = Map.of("payload.base", "https://example.org/{topic[-1]}/{topic}/");
        String security =
                "{\"@context\":{\"s\":{\"@id\":\"urn:s\",\"@type\":\"@id\"}},\"@id\":\"urn:a\",\"s\":\"basic_sc\"}";
        assertThat(read(base, "application/ld+json", security).get(0).getObject())
                .hasToString("https://example.org/t/devices/d1/t/basic_sc");
        assertThat(read(base, "text/turtle", "<> <p> <#o> .").get(0).getSubject())
                .hasToString("https://example.org/t/devices/d1/t/");
        for (String type : new String[] {"text/turtle", "application/rdf+xml", "application/ld+json"}) {
            String relative =
                    switch (type) {
                        case "text/turtle" -> "<a> <urn:p> <urn:o> .";
                        case "application/ld+json" -> security;
                        default ->
                            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Bag r:about='a'/></r:RDF>";
                    };
            assertThatThrownBy(() -> read(Map.of(), type, relative))
                    .as(type)
                    .hasMessageContaining("a relative IRI needs payload.base");
        }
        assertThat(PayloadOptions.problems(
                        config(Map.of("payload.base", "{topic}/")).values()))
                .containsKey("payload.base");
        assertThatThrownBy(() -> read(Map.of("payload.base", "urn:x:{topic[7]}"), "text/turtle", "<a> <b> <c> ."))
                .hasMessageContaining("has no level 7 (payload.base)");
    }

    /** A thread that serves all devices does not wait for a server of contexts. */
    @Test
    void aContextIsNotLoadedWhereTheThreadMustNotWait() {
        byte[] context = "{\"@context\":{\"name\":\"urn:name\"}}".getBytes(StandardCharsets.UTF_8);
        try (TestServer server = new TestServer(
                request -> TestServer.Response.ok(context).with("Content-Type", "application/ld+json"))) {
            String address = "http://127.0.0.1:" + server.port() + "/context";
            AbstractConfig config = config(Map.of("payload.jsonld.contexts.allowed", address));
            ReadingLimits patient = ReadingLimits.ofElement(1 << 20, 1000);
            Payload sent = new Payload(
                    "t",
                    "{\"@context\":\"%s\",\"name\":\"x\"}".formatted(address).getBytes(StandardCharsets.UTF_8),
                    "application/ld+json",
                    NOW);
            PayloadReader quick = PayloadOptions.reader(config, MessageLanes.quickLimits(patient, CostlyRule.DEFAULT));
            assertThatThrownBy(() -> quick.read(sent))
                    .cause()
                    .isInstanceOfSatisfying(DocumentLimitException.class, limit -> assertThat(limit.limit())
                            .isEqualTo(DocumentLimitException.Limit.TIME));
            assertThat(server.requests()).isEmpty();
            assertThat(PayloadOptions.reader(config, patient).read(sent).statements())
                    .hasSize(1);
            assertThat(quick.read(sent).statements()).as("it is in memory now").hasSize(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"urn:d:1\",\"speed\":80}",
                "{\"@id\":\"urn:d:1\"}",
                "[{\"@id\":\"urn:d:1\"},{\"@context\":{\"p\":\"urn:p\"},\"p\":null}]",
                "{\"@graph\":[{\"speed\":80}]}",
                "{\"@value\":\"x\"}",
                "[\"x\"]"
            })
    void jsonLdThatMapsToNothingIsRefused(String document) {
        for (String empty : new String[] {"refuse", "graph"}) {
            assertThatThrownBy(() -> read(Map.of("payload.empty", empty), "application/ld+json", document))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("it gives no statement");
        }
    }
}
