package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import dev.velella.lift.GraphTemplate;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads of a few megabytes that would become graphs of gigabytes: limits act while these are built. */
@Timeout(120)
class PayloadLimitsTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Path TEMPLATE = Path.of("../deploy/samples/weather-template.trig");
    private static final ReadingLimits DEFAULT =
            ReadingLimits.ofElement(ReadingLimits.DEFAULT_BYTES, ReadingLimits.DEFAULT_STATEMENTS);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void anArrayThatFillsATemplateTooOftenIsNotBuilt() throws IOException {
        String item = "{\"station\":1,\"time\":\"2026-01-01T00:00:00Z\"}";
        String array = "[" + (item + ",").repeat((4 << 20) / (item.length() + 1)) + item + "]";
        assertTooLarge(weather(), json(array), 250 << 20, "250000 statements (limits.element.statements)");
    }

    @Test
    void itemsThatFillNothingAreNotHeld() throws IOException {
        String array = "[" + "1,".repeat(1 << 17) + "1]";
        assertRefusedWithin(weather(), json(array), 600 << 20, "undecodable", "none of the values");
    }

    @Test
    void aLongValueInManyTermsIsNotMultipliedWithoutBound() throws IOException {
        String item = "{\"station\":\"" + "ä".repeat(3_000_000) + "\",\"time\":\"2026-01-01T00:00:00Z\"}";
        assertTooLarge(weather(), json(item), 1 << 30, "characters together (limits.element.bytes)");
    }

    @Test
    void aBaseNameOfSenmlIsNotMultipliedWithoutBound() {
        String pack = "[{\"bn\":\"urn:" + "x".repeat(1 << 20) + "\",\"v\":1}" + ",{\"v\":1}".repeat(10_000) + "]";
        Payload payload = new Payload("t", utf8(pack), "application/senml+json", Instant.EPOCH);
        assertTooLarge(reader(Map.of(), DEFAULT), payload, 600 << 20, "characters together");
        Payload values =
                new Payload("t", utf8("[" + "1,".repeat(2_000_000) + "1]"), "application/senml+json", Instant.EPOCH);
        assertTooLarge(reader(Map.of(), DEFAULT), values, 400 << 20, "values of JSON");
    }

    @Test
    void valuesOfJsonLdThatSayNothingAreCountedToo() {
        Payload values = new Payload(
                "t", utf8("{\"a\":[" + "1,".repeat(2_000_000) + "1]}"), "application/ld+json", Instant.EPOCH);
        assertTooLarge(reader(Map.of(), DEFAULT), values, 400 << 20, "values of JSON");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            text/turtle | <u:s> <u:p> 1,2,3,4 .
            application/trig | <u:g> {<u:s> <u:p> 1,2,3,4}
            application/n-triples | <u:s> <u:p> "1" .~<u:s> <u:p> "2" .~<u:s> <u:p> "3" .~<u:s> <u:p> "4" .
            application/n-quads | <u:s> <u:p> "1" .~<u:s> <u:p> "2" .~<u:s> <u:p> "3" .~<u:s> <u:p> "4" .
            application/ld+json | {"@id":"u:s","u:p":[1,2,3,4]}
            application/rdf+xml | <r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='u:x:'><r:Description r:about='u:s' x:a='1' x:b='2' x:c='3' x:d='4'/></r:RDF>
            application/senml+json | [{"n":"urn:a","v":1,"t":1}]
            application/json | {"a":1,"b":2,"c":3,"d":4}
            """)
    void theLimitOfStatementsHoldsInEveryKindOfPayload(String type, String text) {
        Map<String, String> options = Map.of(
                "payload.json",
                "template",
                "payload.json.template",
                "<u:s> <u:p> \"{/a}\" , \"{/b}\" , \"{/c}\" , \"{/d}\" .");
        Payload payload = new Payload("t", utf8(text.replace('~', '\n')), type, Instant.EPOCH);
        assertThat(reader(options, ReadingLimits.ofElement(10_000, 4))
                        .read(payload)
                        .statements())
                .hasSize(4);
        assertTooLarge(
                reader(options, ReadingLimits.ofElement(10_000, 3)),
                payload,
                64 << 20,
                "3 statements (limits.element.statements)");
    }

    @Test
    void theLimitOfAJellyPayloadCountsStatementsAndNoOtherRows() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI("http://a" + i + "/s" + i),
                    VALUES.createIRI("http://b" + i + "/p" + i),
                    VALUES.createIRI("http://c" + i + "/o" + i)));
        }
        byte[] frame = new JellyGraphEncoder(
                        new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 1), Limits.DEFAULT)
                .encode(RdfGraph.of(statements));
        Payload payload = new Payload("t", frame, "application/x-jelly-rdf", Instant.EPOCH);
        assertThat(reader(Map.of(), ReadingLimits.ofElement(1 << 20, 100))
                        .read(payload)
                        .statements())
                .hasSize(100);
        assertTooLarge(
                reader(Map.of(), ReadingLimits.ofElement(1 << 20, 99)),
                payload,
                64 << 20,
                "limit of 99 (limits.element.statements)");
    }

    @ParameterizedTest
    @CsvSource({"application/senml+json", "application/json"})
    void numbersAreNoLongerThanALimitBeforeTheyAreCalculatedWith(String type) {
        String number = "1".repeat(1_000_000);
        Payload payload = new Payload("t", utf8("[{\"n\":\"urn:a\",\"v\":" + number + "}]"), type, Instant.EPOCH);
        Map<String, String> options =
                Map.of("payload.json", "template", "payload.json.template", "<u:s> <u:p> \"{/v}\" .");
        assertTooLarge(reader(options, DEFAULT), payload, 64 << 20, "Number");
    }

    @Test
    void aBaseUnitOfSenmlIsNotMultipliedWithoutBound() {
        String pack =
                "[{\"bn\":\"urn:a\",\"bu\":\"" + "x".repeat(1 << 20) + "\",\"v\":1}" + ",{\"v\":1}".repeat(1_000) + "]";
        Payload payload = new Payload("t", utf8(pack), "application/senml+json", Instant.EPOCH);
        assertTooLarge(reader(Map.of(), DEFAULT), payload, 200 << 20, "characters together");
    }

    @Test
    void aTemplateIsNoLargerThanOneThatWasWrittenByHand() {
        String statements = "<u:s> <u:p> " + "1,".repeat(100_000) + "1 .";
        assertThatThrownBy(() -> new GraphTemplate(statements, DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("100000 statements");
        String longName =
                "@prefix p: <urn:" + "x".repeat(1 << 16) + "> . <u:s> <u:p> " + "p:a,".repeat(10_000) + "p:a .";
        assertThatThrownBy(() -> new GraphTemplate(longName, DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("characters together");
    }

    @ParameterizedTest
    @CsvSource({"text/turtle", "application/trig"})
    void elevenBytesOfTurtleEndAtOnce(String type) {
        Payload payload = new Payload("t", utf8("<n:><n:>(. "), type, Instant.EPOCH);
        assertRefusedWithin(reader(Map.of(), DEFAULT), payload, 16 << 20, "undecodable", "without a digit");
        assertThatThrownBy(() -> new GraphTemplate("<n:><n:>(. ", DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void assertTooLarge(PayloadReader reader, Payload payload, long allocated, String message) {
        assertRefusedWithin(reader, payload, allocated, "too-large", message);
    }

    /** @param most bytes that may be allocated, garbage included; without the limit it is a multiple */
    private void assertRefusedWithin(PayloadReader reader, Payload payload, long most, String reason, String message) {
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> reader.read(payload))
                .isInstanceOfSatisfying(PayloadException.class, e -> assertThat(Spelling.of(e.kind()))
                        .isEqualTo(reason))
                .hasMessageContaining(message);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated")
                .isLessThan(most);
    }

    private static PayloadReader weather() throws IOException {
        return reader(Map.of("payload.json", "template", "payload.json.template", Files.readString(TEMPLATE)), DEFAULT);
    }

    private static PayloadReader reader(Map<String, String> options, ReadingLimits limits) {
        ConfigDef def = new ConfigDef();
        PayloadOptions.define(new OptionGroup(def, "Payloads"));
        return PayloadOptions.reader(new AbstractConfig(def, new HashMap<>(options), false), limits);
    }

    private static Payload json(String text) {
        return new Payload("site/a/b", utf8(text), "application/json", Instant.EPOCH);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
