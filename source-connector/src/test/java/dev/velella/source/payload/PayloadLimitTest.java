package dev.velella.source.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code limits.element.statements} holds for payloads of every kind that becomes statements here. */
class PayloadLimitTest {
    private static final int LIMIT = 12;

    /**
     * A kind of payload.
     *
     * @param ofSize makes a payload of so many statements, of a multiple of 3
     */
    record Kind(String name, String contentType, Map<String, String> options, IntFunction<String> ofSize) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Kind> kinds() {
        return List.of(
                new Kind(
                        "Turtle",
                        "text/turtle",
                        Map.of(),
                        statements -> numbers(statements, "\n", i -> "<urn:s> <urn:p> " + i + " .")),
                new Kind(
                        "JSON-LD",
                        "application/ld+json",
                        Map.of(),
                        statements ->
                                "{\"@id\":\"urn:s\",\"urn:p\":[" + numbers(statements, ",", Integer::toString) + "]}"),
                new Kind(
                        "template",
                        "application/json",
                        Map.of("payload.json", "template", "payload.json.template", "<urn:{/n}> <urn:p> \"{/n}\" ."),
                        statements -> "[" + numbers(statements, ",", i -> "{\"n\":" + i + "}") + "]"),
                new Kind(
                        "context",
                        "application/json",
                        Map.of("payload.json", "context", "payload.json.context", "{\"n\":\"urn:n\"}"),
                        statements -> "{\"n\":[" + numbers(statements, ",", Integer::toString) + "]}"),
                new Kind(
                        "SenML",
                        "application/senml+json",
                        Map.of("payload.senml.base", "http://e/"),
                        // a type, a property and a result for each record
                        statements -> "[" + numbers(statements / 3, ",", i -> "{\"n\":\"a" + i + "\",\"v\":1}") + "]"));
    }

    private static String numbers(int count, String between, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(between));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void asManyStatementsAsAllowedAreReadAndNotOneMore(Kind kind) {
        AbstractConfig config = config(kind.options());
        Payload payload = new Payload(
                "t", kind.ofSize().apply(LIMIT).getBytes(StandardCharsets.UTF_8), kind.contentType(), Instant.EPOCH);
        int statements = PayloadOptions.reader(config, 10_000, 1 << 20)
                .read(payload)
                .statements()
                .size();
        assertThat(PayloadOptions.reader(config, statements, 1 << 20)
                        .read(payload)
                        .statements())
                .hasSize(statements);
        assertThatThrownBy(() ->
                        PayloadOptions.reader(config, statements - 1, 1 << 20).read(payload))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("limit of " + (statements - 1));
    }

    private static AbstractConfig config(Map<String, String> options) {
        ConfigDef def = new ConfigDef();
        PayloadOptions.define(new OptionGroup(def, "payloads"));
        return new AbstractConfig(def, new HashMap<>(options), false);
    }
}
