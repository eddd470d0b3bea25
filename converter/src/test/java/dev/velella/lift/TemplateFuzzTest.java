package dev.velella.lift;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.document.budget.ReadingLimits;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/**
 * Values of any kind, made to break out of their holes, give only statements that the template has: each is found again
 * from the value alone. The property {@code velella.fuzz} is the number of values.
 */
class TemplateFuzzTest {
    private static final String TEMPLATE =
            """
            @map state ( "on" <urn:on> "off" <urn:off> ) .
            <urn:s:{/a}> <urn:text> "{/b}" ; <urn:part> <urn:o:{/c}/end> ; <urn:kept> "[{/b}|{/c}]" .
            {?/flag} <urn:s:{/a}> <urn:flag> "yes" . {end}
            {#/list} <urn:s:{^/a}> <urn:item> "{.}" ; <urn:number> {#} . {end}
            {#/members/*} <urn:s:{^/a}> <urn:member> "{name}" ; <urn:value> <urn:v:{name}:{.}> . {end}
            <urn:s:{/a}> <urn:state> <{state(/m)|urn:other}> ; <urn:lang> "{/b}"@en .
            """;

    private static final List<String> HOSTILE = List.of(
            "> <urn:evil> <urn:evil> .",
            "\" . <urn:evil> <urn:evil> \"",
            "\"\"\"@en",
            "{/b}",
            "{end}",
            "{#/list}",
            "\uE0000\uE001",
            "hole:x",
            "velella-template:end",
            "\\u003E",
            "%3E",
            "a/../b",
            "\n\r\t",
            "'",
            "\u0000",
            "\u2028",
            "\uFEFF",
            "äöü€😀",
            "^^<urn:evil>",
            "@de",
            "<<( <urn:a> <urn:b> <urn:c> )>>",
            "_:b0",
            "#",
            "");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SplittableRandom random = new SplittableRandom(20261130);

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int parts = random.nextInt(4); parts >= 0; parts--) {
            text.append(
                    random.nextInt(3) == 0
                            ? Character.toString(random.nextInt(0xD800))
                            : HOSTILE.get(random.nextInt(HOSTILE.size())));
        }
        return text.toString();
    }

    private void perhaps(Map<String, Object> value, String name, Object member) {
        if (random.nextInt(8) > 0) {
            value.put(name, random.nextInt(10) == 0 ? null : member);
        }
    }

    private static String decoded(String encoded) {
        return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The statements that a value must give, with IRIs decoded. */
    private static Set<List<String>> expected(Map<String, Object> value) {
        Set<List<String>> all = new HashSet<>();
        Object a = value.get("a");
        Object b = value.get("b");
        Object c = value.get("c");
        if (a == null) {
            return all;
        }
        String subject = "urn:s:" + a;
        if (b != null) {
            all.add(List.of(subject, "urn:text", "" + b));
            all.add(List.of(subject, "urn:lang", b + "@en"));
        }
        if (c != null) {
            all.add(List.of(subject, "urn:part", "urn:o:" + c + "/end"));
        }
        if (b != null && c != null) {
            all.add(List.of(subject, "urn:kept", "[" + b + "|" + c + "]"));
        }
        if (value.get("flag") != null) {
            all.add(List.of(subject, "urn:flag", "yes"));
        }
        Object m = value.get("m");
        all.add(List.of(subject, "urn:state", "on".equals(m) ? "urn:on" : "off".equals(m) ? "urn:off" : "urn:other"));
        if (value.get("members") instanceof Map<?, ?> members) {
            members.forEach((name, member) -> {
                all.add(List.of(subject, "urn:member", "" + name));
                if (member != null) {
                    all.add(List.of(subject, "urn:value", "urn:v:" + name + ":" + member));
                }
            });
        }
        if (value.get("list") instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                all.add(List.of(subject, "urn:number", "" + i));
                if (list.get(i) != null) {
                    all.add(List.of(subject, "urn:item", "" + list.get(i)));
                }
            }
        }
        return all;
    }

    private static List<String> found(Statement statement) {
        String object = statement.getObject().stringValue();
        boolean isTagged = statement.getObject() instanceof org.eclipse.rdf4j.model.Literal literal
                && literal.getLanguage().isPresent();
        return List.of(
                decoded(statement.getSubject().stringValue()),
                statement.getPredicate().stringValue(),
                statement.getObject().isIRI() ? decoded(object) : isTagged ? object + "@en" : object);
    }

    @Test
    void hostileValuesAreOnlyEverTerms() throws Exception {
        Lift lift = new Lift(
                new GraphTemplate(TEMPLATE, ReadingLimits.ofElement(1 << 20, 1000), GraphTemplate.OF_RECORD, false),
                null,
                Envelope.NONE,
                null,
                null,
                ReadingLimits.ofElement(1 << 20, 1000));
        int refused = 0;
        int values = Integer.getInteger("velella.fuzz", 20_000);
        for (int i = 0; i < values; i++) {
            Map<String, Object> value = new LinkedHashMap<>();
            perhaps(value, "a", text());
            perhaps(value, "b", text());
            perhaps(value, "c", random.nextInt(2) == 0 ? random.nextLong() : text());
            perhaps(value, "flag", random.nextInt(2) == 0 ? List.of() : Map.of("x", text()));
            perhaps(value, "m", random.nextInt(2) == 0 ? "on" : text());
            List<Object> list = new ArrayList<>();
            for (int items = random.nextInt(4); items > 0; items--) {
                list.add(random.nextInt(6) == 0 ? null : text());
            }
            perhaps(value, "list", list);
            Map<String, Object> members = new LinkedHashMap<>();
            for (int items = random.nextInt(3); items > 0; items--) {
                perhaps(members, text(), text());
            }
            perhaps(value, "members", members);
            value.put(text(), text());
            Object given = random.nextInt(2) == 0 ? value : JSON.writeValueAsBytes(value);
            Set<List<String>> found = new HashSet<>();
            try {
                lift.lift(new LiftRecord(
                                "t",
                                0,
                                0,
                                name -> null,
                                SchemaAndValue.NULL,
                                new SchemaAndValue(null, given),
                                Instant.EPOCH))
                        .graph()
                        .statements()
                        .forEach(statement -> found.add(found(statement)));
                refused += found.isEmpty() ? 1 : 0;
            } catch (PayloadException e) {
                assertThat(value.get("a")).as(value + ": " + e.getMessage()).isNull();
                refused++;
            }
            assertThat(found).as("%s", value).isEqualTo(expected(value));
        }
        assertThat(refused).isBetween(values / 20, values / 2);
    }
}
