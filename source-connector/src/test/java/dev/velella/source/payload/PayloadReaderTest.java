package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.http.TestServer;
import dev.velella.source.simulator.SimulatedReading;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads of every kind against the graph that they must become, and hostile ones. */
class PayloadReaderTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    @Test
    void aRemoteContextIsLoadedWhereItIsAllowedAndNoOther() throws Exception {
        byte[] context = "{\"@context\":{\"name\":\"urn:name\"}}".getBytes(StandardCharsets.UTF_8);
        try (TestServer server = new TestServer(
                request -> TestServer.Response.ok(context).with("Content-Type", "application/ld+json"))) {
            String address = "http://127.0.0.1:" + server.port() + "/context";
            Map<String, String> options = Map.of("payload.jsonld.contexts.allowed", address);
            String document = "{\"@context\":\"%s\",\"@id\":\"urn:s\",\"name\":\"x\"}";
            PayloadReader reader = PayloadOptions.reader(config(options), 1000, 1 << 20);
            assertGraph(reader.read(jsonLd(document.formatted(address))), "<urn:s> <urn:name> \"x\" .");
            int asked = server.requests().size();
            assertThatThrownBy(() -> reader.read(jsonLd(document.formatted(address + "/2"))))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("contexts outside of the input are not loaded");
            assertThat(server.requests()).hasSize(asked);
        }
    }

    @Test
    void aContextIsNotLoadedFromWhereARedirectLeadsUnlessThatServerIsAllowedToo() throws Exception {
        byte[] context = "{\"@context\":{\"name\":\"urn:name\"}}".getBytes(StandardCharsets.UTF_8);
        try (TestServer inside = new TestServer(
                        request -> TestServer.Response.ok(context).with("Content-Type", "application/ld+json"));
                TestServer allowed = new TestServer(request -> TestServer.Response.status(302)
                        .with("Location", "http://127.0.0.1:" + inside.port() + "/secret"))) {
            String address = "http://127.0.0.1:" + allowed.port() + "/context";
            byte[] document = jsonLdOf(address);
            PayloadReader strict =
                    PayloadOptions.reader(config(Map.of("payload.jsonld.contexts.allowed", address)), 1000, 1 << 20);
            assertThatThrownBy(() -> strict.read(jsonLd(new String(document, StandardCharsets.UTF_8))))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("at a server of no allowed context");
            assertThat(inside.requests()).isEmpty();
            assertThatThrownBy(() -> strict.read(jsonLd(new String(document, StandardCharsets.UTF_8))))
                    .isInstanceOf(PayloadException.class);
            assertThat(allowed.requests())
                    .as("not every document asks again for what could not be had")
                    .hasSize(1);

            String both = address + ",http://127.0.0.1:" + inside.port() + "/other";
            PayloadReader reader =
                    PayloadOptions.reader(config(Map.of("payload.jsonld.contexts.allowed", both)), 1000, 1 << 20);
            assertGraph(
                    reader.read(jsonLd(new String(document, StandardCharsets.UTF_8))), "<urn:s> <urn:name> \"x\" .");
        }
    }

    private static byte[] jsonLdOf(String context) {
        return "{\"@context\":\"%s\",\"@id\":\"urn:s\",\"name\":\"x\"}"
                .formatted(context)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void everyFormatOfRdfBecomesTheSameGraph() throws Exception {
        String expected = "<urn:s> <urn:p> \"v\" . <urn:s> <urn:q> [ <urn:r> <urn:o> ] .";
        assertGraph(read("text/turtle", expected), expected);
        assertGraph(read("application/trig", expected), expected);
        String lines = "<urn:s> <urn:p> \"v\" .\n<urn:s> <urn:q> _:b .\n_:b <urn:r> <urn:o> .\n";
        assertGraph(read("application/n-triples", lines), expected);
        assertGraph(read("application/n-quads; charset=utf-8", lines), expected);
        assertGraph(
                read(
                        "application/ld+json",
                        "{\"@id\":\"urn:s\",\"urn:p\":\"v\",\"urn:q\":{\"urn:r\":{\"@id\":\"urn:o\"}}}"),
                expected);
        assertGraph(
                read(
                        "application/rdf+xml",
                        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:u='urn:'>"
                                + "<rdf:Description rdf:about='urn:s'><u:p>v</u:p><u:q rdf:parseType='Resource'>"
                                + "<u:r rdf:resource='urn:o'/></u:q></rdf:Description></rdf:RDF>"),
                expected);
        byte[] frame = new JellyGraphEncoder(JellyOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT)
                .encode(RdfGraph.of(statements(expected)));
        assertGraph(reader(Map.of()).read(new Payload("t", frame, "application/x-jelly-rdf", NOW)), expected);
    }

    @Test
    void theTypeIsTheMessagesOrItsTopicsOrTheDefault() {
        PayloadReader reader = reader(Map.of(
                "payload.content.type", "application/n-triples",
                "payload.content.types", "a/+=text/turtle,a/b/#=application/ld+json,c=d/#=text/turtle"));
        byte[] turtle = "<urn:s> a <urn:o> .".getBytes(StandardCharsets.UTF_8);
        assertThat(reader.read(new Payload("a/b", turtle, null, NOW)).statements())
                .hasSize(1);
        assertThat(reader.read(new Payload("x", turtle, "Text/Turtle ; q=1", NOW))
                        .statements())
                .hasSize(1);
        assertThatThrownBy(() -> reader.read(new Payload("x", turtle, null, NOW)))
                .hasMessageContaining("application/n-triples");
        assertThat(reader.read(new Payload(
                                "c=d/e", "<urn:s> a <urn:o> , <urn:p> .".getBytes(StandardCharsets.UTF_8), null, NOW))
                        .statements())
                .hasSize(2);
        assertThatThrownBy(() -> reader.read(new Payload("a/b/c", turtle, null, NOW)))
                .hasMessageContaining("application/ld+json");
        assertRefused(reader(Map.of()), null, "x", "content-type", "set payload.content.type");
        assertRefused(reader(Map.of()), "image/png", "x", "content-type", "image/png is none of those");
        assertRefused(reader(Map.of()), "application/json", "{}", "content-type", "see payload.json");
    }

    @Test
    void aContextGivesPlainJsonItsMeaning() throws Exception {
        PayloadReader reader = reader(Map.of(
                "payload.json",
                "context",
                "payload.json.context",
                "{\"id\":\"@id\",\"temp\":{\"@id\":\"urn:temp\",\"@type\":\"http://www.w3.org/2001/XMLSchema#float\"},"
                        + "\"@base\":\"urn:dev:\"}"));
        assertGraph(
                reader.read(json("{\"id\":\"urn:dev:7\",\"temp\":\"21.50\",\"other\":1}")),
                "<urn:dev:7> <urn:temp> \"21.50\"^^<http://www.w3.org/2001/XMLSchema#float> .");
        assertThatThrownBy(() -> reader.read(json("{}],\"@id\":\"urn:x\",\"urn:p\":[1")))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("not JSON");
    }

    @Test
    void aTemplateKeepsNumbersAsTheyAreWritten() throws Exception {
        PayloadReader reader = reader(Map.of(
                "payload.json",
                "template",
                "payload.json.template",
                "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
                        + "<urn:dev:{/id}> <urn:temp> \"{/r/0/t}\"^^xsd:decimal ; <urn:humidity> \"{/h}\"^^xsd:decimal ;"
                        + " <urn:site> \"{topic[2]}\"@en ; <urn:at> \"{now}\"^^xsd:dateTime ; <urn:same> <{/iri}> ."));
        assertGraph(
                reader.read(new Payload(
                        "site/north",
                        "{\"id\":\"a b/ü\",\"r\":[{\"t\":30.0}],\"iri\":\"http://e/x\"}"
                                .getBytes(StandardCharsets.UTF_8),
                        "application/json",
                        NOW)),
                "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
                        + "<urn:dev:a%20b%2F%C3%BC> <urn:temp> \"30.0\"^^xsd:decimal ; <urn:site> \"north\"@en ;"
                        + " <urn:at> \"2026-01-02T03:04:05.678Z\"^^xsd:dateTime ; <urn:same> <http://e/x> .");
    }

    @Test
    void aTemplateIsFilledByEachItemOfAnArray() throws Exception {
        PayloadReader reader = reader(Map.of(
                "payload.json", "template",
                "payload.json.template", "<urn:{/n}> <urn:v> [ <urn:is> \"{/v}\" ] ."));
        assertGraph(
                reader.read(json("[{\"n\":\"a\",\"v\":1E3},{\"n\":\"b\",\"v\":true}]")),
                "<urn:a> <urn:v> [ <urn:is> \"1E3\" ] . <urn:b> <urn:v> [ <urn:is> \"true\" ] .");
    }

    @Test
    void pointersLeadThroughObjectsAndArraysAndPastWhatTheyDoNotNeed() throws Exception {
        PayloadReader reader = reader(Map.of(
                "payload.json",
                "template",
                "payload.json.template",
                "<urn:s> <urn:a> \"{/a~1b/1/m~0n}\" ; <urn:b> \"{/l/0}-{/l/2}\" ; <urn:c> \"{/o}\" ; <urn:d> \"{/n}\" ;"
                        + " <urn:e> \"{/l/0}\"@de-AT ; <urn:f> \"{/l/3}\" ; <urn:k> \"{/1}\" ."));
        assertGraph(
                reader.read(json("{\"skipped\":{\"a~1b\":[[1]],\"l\":7},\"a/b\":[0,{\"m~n\":\"\\u00fc\"}],"
                        + "\"l\":[1.50,{},false],\"n\":null,\"i\":\"urn:i\",\"1\":-0}")),
                "<urn:s> <urn:a> \"\u00fc\" ; <urn:b> \"1.50-false\" ; <urn:e> \"1.50\"@de-AT ;" + " <urn:k> \"-0\" .");
        assertThatThrownBy(() -> reader.read(json("{\"l\":[1],\"x\":{\"y\":1,\"y\":2}}")))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> reader.read(json("{\"l\":[1],\"o\":{}}")))
                .hasMessageContaining("{/o} finds an object");
        assertThatThrownBy(() -> reader.read(json("{\"l\":[1]} 2"))).hasMessageContaining("more text follows");
    }

    @Test
    void aTemplateHasHolesInIrisAndLiteralsAlone() {
        assertThat(problem("<urn:a> <urn:b> <<( <urn:{/s}> <urn:p> <urn:o> )>> ."))
                .containsAnyOf("hole in a quoted triple", "is no TriG");
    }

    private static String problem(String template) {
        return PayloadOptions.problems(config(Map.of("payload.json", "template", "payload.json.template", template))
                        .values())
                .getOrDefault("payload.json.template", "");
    }

    /** The sample's template, with another spelling of the whole than the one of the code: put together as text. */
    @Test
    void theSampleOfTheWeatherStationIsAnElementOf115Statements() throws Exception {
        String template = Files.readString(Path.of("../deploy/samples/weather-template.trig"));
        PayloadReader reader = reader(Map.of("payload.json", "template", "payload.json.template", template));
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(3, 40));
        WeatherSimulator elements = new WeatherSimulator(WeatherOptions.of(3, 40));
        for (SimulatedReading r = simulator.nextReading(); r != null; r = simulator.nextReading()) {
            RdfGraph graph = reader.read(json(r.json()));
            Set<Statement> expected = new HashSet<>();
            for (Statement s : elements.next().graph().statements()) {
                expected.addAll(statements(withStation(s)));
            }
            assertThat(graph.statements()).hasSize(116);
            assertThat(new HashSet<>(graph.statements())).isEqualTo(expected);
        }
    }

    /** The simulator's first station has no name in its IRIs; the template gives every station one. */
    private static String withStation(Statement s) {
        String line = NTriplesUtil.toNTriplesString(s.getSubject()) + " "
                + NTriplesUtil.toNTriplesString(s.getPredicate()) + " "
                + NTriplesUtil.toNTriplesString(s.getObject());
        line = line.replaceAll("(pilot2_rdf/(sensor|obs|result))(?=[/>])", "$1/ws/ibs_1");
        return s.getContext() == null ? line + " ." : NTriplesUtil.toNTriplesString(s.getContext()) + " {" + line + "}";
    }

    @Test
    void aPayloadCannotAddToTheTemplate() throws Exception {
        PayloadReader reader = reader(Map.of(
                "payload.json", "template",
                "payload.json.template", "<urn:s> <urn:p> \"{/v}\" ; <urn:q> <{/i}> ; <urn:r> <urn:x:{/v}> ."));
        assertThat(reader.read(json("{\"v\":\"\\\" . <urn:a> <urn:b> \\\"{/v}$1\"}"))
                        .statements())
                .hasSize(2)
                .anySatisfy(statement ->
                        assertThat(statement.getObject().stringValue()).isEqualTo("\" . <urn:a> <urn:b> \"{/v}$1"));
        assertThatThrownBy(() -> reader.read(json("{\"i\":\"urn:x> <urn:y\"}")))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("not an IRI");
        assertThatThrownBy(() -> reader.read(json("{}")))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("none of the values");
    }

    @Test
    void senmlIsResolvedToObservations() throws Exception {
        String observation = "@prefix sosa: <http://www.w3.org/ns/sosa/> . @prefix s: <urn:velella:senml:> ."
                + " @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";
        String pack = "[{\"bn\":\"urn:dev:ow:10e2073a01080063:\",\"bt\":1276020076.001,\"bu\":\"A\",\"bver\":5,"
                + "\"n\":\"voltage\",\"u\":\"V\",\"v\":120.10},{\"n\":\"current\",\"t\":-5,\"v\":1.2},"
                + "{\"n\":\"current\",\"t\":-4,\"v\":1.30},{\"n\":\"on\",\"vb\":true}]";
        String name = "urn:dev:ow:10e2073a01080063:";
        assertGraph(
                read("application/senml+json", pack),
                observation
                        + "<" + name + "voltage#observation> a sosa:Observation ; sosa:observedProperty <" + name
                        + "voltage> ; sosa:hasSimpleResult 120.10 ; s:unit \"V\" ;"
                        + " sosa:resultTime \"2010-06-08T18:01:16.001Z\"^^xsd:dateTime .\n"
                        + "<" + name + "current#observation> a sosa:Observation ; sosa:observedProperty <" + name
                        + "current> ; sosa:hasSimpleResult 1.2 ; s:unit \"A\" ;"
                        + " sosa:resultTime \"2010-06-08T18:01:11.001Z\"^^xsd:dateTime .\n"
                        + "<" + name + "current#observation-2> a sosa:Observation ; sosa:observedProperty <" + name
                        + "current> ; sosa:hasSimpleResult 1.30 ; s:unit \"A\" ;"
                        + " sosa:resultTime \"2010-06-08T18:01:12.001Z\"^^xsd:dateTime .\n"
                        + "<" + name + "on#observation> a sosa:Observation ; sosa:observedProperty <" + name
                        + "on> ; sosa:hasSimpleResult true ; s:unit \"A\" ;"
                        + " sosa:resultTime \"2010-06-08T18:01:16.001Z\"^^xsd:dateTime .\n");
        assertRefused(reader(Map.of()), "application/senml+json", "[{\"n\":\"a\"}]", "undecodable", "without a value");
        assertRefused(
                reader(Map.of()),
                "application/senml+json",
                "[{\"n\":\"a\",\"v\":1,\"x_\":1}]",
                "undecodable",
                "x_ must");
        assertRefused(
                reader(Map.of()),
                "application/senml+json",
                "[{\"n\":\"a\",\"v\":1e999999999}]",
                "undecodable",
                "exponent");
    }

    @Test
    void hostilePayloadsAreRefusedWithOneLine() {
        PayloadReader reader =
                reader(Map.of("payload.json", "template", "payload.json.template", "<urn:a> <urn:b> \"{/x}\" ."));
        assertRefused(
                reader,
                "application/rdf+xml",
                "<!DOCTYPE r [<!ENTITY a '" + "x".repeat(50) + "'><!ENTITY b '" + "&a;".repeat(50) + "'><!ENTITY c '"
                        + "&b;".repeat(50) + "'><!ENTITY d '" + "&c;".repeat(50) + "'><!ENTITY e '" + "&d;".repeat(50)
                        + "'>]><r>&e;</r>",
                "undecodable",
                "not application/rdf+xml");
        assertRefused(
                reader,
                "application/rdf+xml",
                "<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><r>&x;</r>",
                "undecodable",
                "external entities are not read");
        assertRefused(
                reader,
                "application/ld+json",
                "{\"@context\":\"https://schema.org/\",\"name\":\"x\"}",
                "undecodable",
                "contexts outside of the input are not loaded");
        assertRefused(reader, "application/json", "[".repeat(100_000), "too-large", "JSON beyond the limits");
        assertRefused(reader, "application/json", "{\"a\":1,\"a\":2}", "undecodable", "twice");
        assertRefused(
                reader, "text/turtle", "<urn:a> <urn:b> " + "( ".repeat(100_000), "too-large", "deeper than the limit");
        assertThatThrownBy(() ->
                        reader.read(new Payload("t", new byte[] {'"', (byte) 0xC3, '"'}, "application/json", NOW)))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("not UTF-8");
        assertThatThrownBy(() -> reader.read(new Payload("t", new byte[] {'"', (byte) 0xC3, '"'}, "text/turtle", NOW)))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("not UTF-8");
        assertThatThrownBy(() -> reader.read(new Payload("t", new byte[] {1, 2, 3}, "application/x-jelly-rdf", NOW)))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("not a Jelly frame");
    }

    @Test
    void aMessageOf100MegabytesIsRefusedUnread() {
        byte[] zeros = new byte[100 << 20];
        for (String type :
                List.of("text/turtle", "application/rdf+xml", "application/ld+json", "application/x-jelly-rdf")) {
            assertThatThrownBy(() -> reader(Map.of()).read(new Payload("t", zeros, type, NOW)))
                    .isInstanceOfSatisfying(
                            PayloadException.class, e -> assertThat(e.kind()).isEqualTo(RefusalReason.TOO_LARGE))
                    .hasMessageContaining("104857600 bytes, more than the limit of 1048576 (limits.element.bytes)");
        }
    }

    @Test
    void limitsOfBytesAndStatementsHold() {
        PayloadReader small = PayloadOptions.reader(config(Map.of()), 2, 60);
        assertRefused(
                small,
                "text/turtle",
                "<urn:a> <urn:b> 1, 2, 3 .",
                "too-large",
                "2 statements (limits.element.statements)");
        assertRefused(small, "text/turtle", " ".repeat(61), "too-large", "61 bytes, more than the limit of 60");
    }

    @Test
    void optionsOfJsonAreChecked() {
        assertThat(PayloadOptions.problems(
                        config(Map.of("payload.json", "template")).values()))
                .containsKey("payload.json.template");
        assertThat(PayloadOptions.problems(
                        config(Map.of("payload.json", "template", "payload.json.template", "<urn:a> {/x} ."))
                                .values()))
                .hasEntrySatisfying(
                        "payload.json.template", why -> assertThat(why).contains("is no TriG with holes"));
        assertThat(PayloadOptions.problems(config(Map.of("payload.json", "context", "payload.json.context", "[]"))
                        .values()))
                .containsEntry("payload.json.context", "is no JSON object");
        assertThat(PayloadOptions.problems(
                        config(Map.of("payload.content.types", "a/b")).values()))
                .containsKey("payload.content.types");
    }

    private static void assertRefused(
            PayloadReader reader, String contentType, String payload, String reason, String message) {
        assertThatThrownBy(
                        () -> reader.read(new Payload("t", payload.getBytes(StandardCharsets.UTF_8), contentType, NOW)))
                .isInstanceOfSatisfying(PayloadException.class, e -> {
                    assertThat(Spelling.of(e.kind())).isEqualTo(reason);
                    assertThat(e)
                            .message()
                            .contains(message)
                            .doesNotContain("\n")
                            .hasSizeLessThan(1100);
                });
    }

    private static Payload jsonLd(String document) {
        return new Payload("t", document.getBytes(StandardCharsets.UTF_8), "application/ld+json", NOW);
    }

    private static RdfGraph read(String contentType, String payload) {
        return reader(Map.of()).read(new Payload("t", payload.getBytes(StandardCharsets.UTF_8), contentType, NOW));
    }

    private static Payload json(String payload) {
        return new Payload("t", payload.getBytes(StandardCharsets.UTF_8), "application/json", NOW);
    }

    private static PayloadReader reader(Map<String, String> options) {
        return PayloadOptions.reader(config(options), 10_000, 1 << 20);
    }

    private static AbstractConfig config(Map<String, String> options) {
        ConfigDef def = new ConfigDef();
        PayloadOptions.define(new OptionGroup(def, "Payloads"));
        return new AbstractConfig(def, new HashMap<>(options), false);
    }

    private static void assertGraph(RdfGraph graph, String turtle) throws IOException {
        List<Statement> expected = statements(turtle);
        assertThat(Models.isomorphic(graph.statements(), expected))
                .as("%s is isomorphic to %s", graph.statements(), expected)
                .isTrue();
    }

    private static List<Statement> statements(String turtle) throws IOException {
        List<Statement> statements = new ArrayList<>();
        new RdfTextReader(DocumentFormat.TRIG, null)
                .read(
                        new ByteArrayInputStream(turtle.getBytes(StandardCharsets.UTF_8)),
                        new StatementCollector(statements));
        return statements;
    }

    /** The encoding that a content type names is the one by which the text is read, or the payload is refused. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
            text/turtle; charset=ISO-8859-1            | TTL | ISO-8859-1 | iso-8859-1, and the text is read as utf-8
            text/turtle ;charset = "windows-1252" ;q=1 | TTL | UTF-8      | windows-1252, and the text is read as utf-8
            text/turtle; charset=UTF-16                | TTL | UTF-8      | utf-16, and the text is read as utf-8
            text/turtle; Charset="utf-8"               | TTL | UTF-8      |
            application/rdf+xml; charset=iso-8859-1    | XML | ISO-8859-1 |
            application/rdf+xml; charset=utf-8         | XML | ISO-8859-1 | utf-8, and the text is read as iso-8859-1
            application/rdf+xml                        | XML | ISO-8859-1 |
            """)
    void theEncodingOfAContentTypeIsNeverIgnored(String type, String kind, String encoding, String refused) {
        PayloadReader reader = reader(Map.of());
        String text = kind.equals("TTL")
                ? "<urn:a> <urn:b> \"\u00E9\" ."
                : "<?xml version='1.0' encoding='ISO-8859-1'?><r:RDF"
                        + " xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='urn:e:'>"
                        + "<r:Description r:about='urn:a'><e:b>\u00E9</e:b></r:Description></r:RDF>";
        Payload payload = new Payload("t", text.getBytes(Charset.forName(encoding)), type, NOW);
        if (refused != null) {
            assertThatThrownBy(() -> reader.read(payload))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining(refused)
                    .hasMessageContaining("payload.content.type");
            return;
        }
        assertThat(reader.read(payload).statements())
                .extracting(statement -> statement.getObject().stringValue())
                .containsExactly("\u00E9");
    }

    @Test
    void anEncodingThatSpellsTheTextAlikeIsNoProblem() {
        byte[] turtle = "<urn:a> <urn:b> \"c\" .".getBytes(StandardCharsets.US_ASCII);
        assertThat(reader(Map.of())
                        .read(new Payload("t", turtle, "text/turtle; charset=iso-8859-1", NOW))
                        .statements())
                .hasSize(1);
    }

    /** The words of the library of JSON about its own settings are no advice to a user. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
            {"a":NaN}    | NaN is no value of JSON
            {"a":01}     | Invalid numeric value
            {'a':1}      | line 1, column 2: Unexpected character
            {"a":1} // c | Unexpected character ('/' (code 47))
            {"a":1,"a":2} | the key "a" twice in an object
            """)
    void errorsOfJsonNameNoSettingOfALibrary(String json, String message) {
        assertThatThrownBy(() -> reader(Map.of("payload.json", "context", "payload.json.context", "{\"a\":\"urn:a\"}"))
                        .read(new Payload("t", json.getBytes(StandardCharsets.UTF_8), "application/json", NOW)))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("not JSON: line 1, column ")
                .hasMessageContaining(message)
                .hasMessageNotContainingAny("Feature", "enable", "token");
    }
}
