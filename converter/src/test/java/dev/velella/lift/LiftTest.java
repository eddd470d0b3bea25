package dev.velella.lift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.document.budget.ReadingLimits;
import dev.velella.kit.options.OptionGroup;
import dev.velella.rdf.FilledStatements;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;

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
}
