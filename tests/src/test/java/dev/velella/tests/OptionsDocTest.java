package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.converter.JellyConverterConfig;
import dev.velella.diff.options.DiffConfig;
import dev.velella.grpc.options.GrpcConfig;
import dev.velella.serde.JellySerdeConfig;
import dev.velella.serve.options.ServeConfig;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.source.RdfSourceConnector;
import dev.velella.status.PipelineConfig;
import dev.velella.transform.Lift;
import dev.velella.view.options.ViewConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The page of options says what the code says. */
class OptionsDocTest {
    private static final Path PAGE = Path.of("..", "docs", "options.md");
    private static final String HEAD = "| option | type | default | valid values | meaning |\n|---|---|---|---|---|\n";

    /** The prefix and the name of options of connections. */
    private static final Pattern ACCESS = Pattern.compile(
            "(|[a-z0-9.]+?\\.)(ssl\\.(?:truststore|keystore|key)\\.\\w+|username|password|bearer\\.token|auth(?:\\.(?:user|password|token))?"
                    + "|(?<=(?:http|rdf4j|patch\\.log|sparql|wikibase)\\.)timeout\\.ms"
                    + "|(?<=(?:mqtt|http|rdf4j|patch\\.log|sparql|wikibase|target)\\.)retry\\.backoff(?:\\.max)?\\.ms)");

    /** One part of Velella and its options. */
    private record Part(String title, String about, ConfigDef definition) {}

    private static final List<Part> PARTS = List.of(
            new Part(
                    "Source connector",
                    "`dev.velella.source.RdfSourceConnector`, besides the options of every source connector.",
                    new RdfSourceConnector().config()),
            new Part(
                    "Sink connector",
                    "`dev.velella.sink.RdfSinkConnector`, besides the options of every sink connector.",
                    RdfSinkConfig.definition()),
            new Part(
                    "Converter",
                    "`dev.velella.converter.JellyConverter`; in a connector's configuration with `value.converter.` before the"
                            + " name.",
                    JellyConverterConfig.definition()),
            new Part(
                    "Transformation",
                    "`dev.velella.transform.Lift$Value`; in a connector's configuration with `transforms.NAME.` before the name.",
                    new Lift.Value<>().config()),
            new Part(
                    "Serializers and deserializers",
                    "`dev.velella.serde`; among the properties of a producer or consumer.",
                    JellySerdeConfig.definition()),
            new Part(
                    "Diff app",
                    "Properties of `velella diff-app --config FILE`; every other key goes to Kafka Streams (unless set,"
                            + " `processing.guarantee` is `exactly_once_v2`, `compression.type` is `zstd` and `batch.size` is"
                            + " 65536).",
                    DiffConfig.definition()),
            new Part(
                    "View app",
                    "Properties of `velella view-app --config FILE`; every other key goes to Kafka Streams, as of the diff app."
                            + " [views.md](views.md) says how the app works.",
                    ViewConfig.definition()),
            new Part(
                    "gRPC server",
                    "Properties of `velella grpc serve --config FILE`; [grpc.md](grpc.md) says how the server works.",
                    GrpcConfig.definition()),
            new Part(
                    "Service",
                    "Properties of `velella serve --config FILE`; every other key goes to the Kafka clients.",
                    ServeConfig.definition()),
            new Part(
                    "Page and status",
                    "Properties of `velella page --config FILE` and `velella status --config FILE`; every other key goes to the"
                            + " Kafka clients.",
                    PipelineConfig.definition()));

    @Test
    void thePageIsWhatTheDefinitionsSay() throws IOException {
        String rendered = page();
        if (Boolean.getBoolean("velella.docs.write")) {
            Files.writeString(PAGE, rendered);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/options.md is stale: run mvn -pl tests -am test -Dtest=OptionsDocTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dvelella.docs.write=true")
                .isEqualTo(rendered);
    }

    private static String page() {
        Map<Part, List<ConfigKey>> own = new LinkedHashMap<>();
        Map<String, List<Part>> rows = new LinkedHashMap<>();
        for (Part part : PARTS) {
            own.put(part, new ArrayList<>());
            for (ConfigKey key : part.definition().configKeys().values()) {
                if (access(key.name) == null) {
                    own.get(part).add(key);
                    rows.computeIfAbsent(shared(key), row -> new ArrayList<>()).add(part);
                }
            }
        }
        StringBuilder out = new StringBuilder(
                "# Options\n\nThis page is written from the definitions in the code; a test fails when it is stale. Options that"
                        + " several parts have in the same way are in two tables at the end; the diff app has them with `velella.` before"
                        + " the name.\n");
        own.forEach((part, keys) -> {
            List<String> alone = keys.stream()
                    .filter(key -> rows.get(shared(key)).size() == 1)
                    .map(OptionsDocTest::row)
                    .toList();
            out.append("\n## " + part.title() + "\n\n" + part.about() + "\n\n");
            out.append(
                    alone.isEmpty()
                            ? "All its options are [in several parts](#in-several-parts).\n"
                            : HEAD + String.join("", alone));
            out.append(access(part));
        });
        out.append(
                "\n## In several parts\n\n| option | type | default | valid values | meaning | parts |\n|---|---|---|---|---|---|\n");
        rows.forEach((row, parts) -> {
            if (parts.size() > 1) {
                out.append(row.stripTrailing() + " "
                        + parts.stream().map(Part::title).collect(Collectors.joining(", ")) + " |\n");
            }
        });
        return out.append(
                        "\n## Connections\n\nTLS, login, and waits for a server: options of a connection, after a prefix such as `http.`, which each part names.\n\n")
                .append(HEAD)
                .append(String.join("", accessRows()))
                .toString();
    }

    /** The name behind the prefix of an option of a connection; null of any other option. */
    private static @Nullable String access(String name) {
        Matcher matcher = ACCESS.matcher(name);
        return matcher.matches() ? matcher.group(2) : null;
    }

    /** A sentence with the names of the part's options of connections. */
    private static String access(Part part) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (String name : part.definition().configKeys().keySet()) {
            Matcher matcher = ACCESS.matcher(name);
            if (matcher.matches()) {
                names.computeIfAbsent(matcher.group(1), prefix -> new ArrayList<>())
                        .add(matcher.group(2));
            }
        }
        if (names.isEmpty()) {
            return "";
        }
        return "\n[Connections](#connections): "
                + names.entrySet().stream()
                        .map(group -> (group.getKey().isEmpty() ? "without a prefix" : "`" + group.getKey() + "`")
                                + " with " + summary(group.getValue()))
                        .collect(Collectors.joining("; "))
                + ".\n";
    }

    private static String summary(List<String> names) {
        List<String> shown = new ArrayList<>();
        if (names.stream().anyMatch(name -> name.startsWith("ssl."))) {
            shown.add("`ssl.*`");
        }
        names.stream().filter(name -> !name.startsWith("ssl.")).forEach(name -> shown.add("`" + name + "`"));
        return String.join(", ", shown);
    }

    /** A row for each name, as the first part that has it says; what is trusted, and who has the key, differs. */
    private static List<String> accessRows() {
        Map<String, String> rows = new TreeMap<>();
        for (Part part : PARTS) {
            for (ConfigKey key : part.definition().configKeys().values()) {
                String name = access(key.name);
                if (name != null) {
                    String meaning =
                            switch (name) {
                                case "ssl.truststore.location" ->
                                    "File with the certificates of the authorities that may have signed the other side's certificate."
                                            + " A client without it trusts those of the JVM; a server without it asks for no certificate.";
                                case "ssl.keystore.location" ->
                                    "File with the own key and certificate. A server needs it for TLS; a client, if the server asks for it.";
                                case "username" -> "Name of the user: of HTTP Basic authentication, or of MQTT.";
                                case "password" -> "Password of the user.";
                                case "auth" ->
                                    "How a client proves who it is: none, basic (auth.user, auth.password) or bearer (auth.token).";
                                case "timeout.ms" ->
                                    cell(key.documentation)
                                            + " With rdf4j. and sparql. the default is 300000, and with sparql. it is the longest time"
                                            + " for a whole answer.";
                                case "retry.backoff.ms" ->
                                    "Wait before the next attempt after the network failed, an answer was cut off, or the server answered"
                                            + " that it cannot serve now (408, 425, 429, 5xx). Each further wait is twice as long, with a"
                                            + " random part. A longer Retry-After of a server is respected. With target. the default is 200.";
                                case "retry.backoff.max.ms" ->
                                    "Longest wait before the next attempt. With target. the default is 10000.";
                                default -> cell(key.documentation).replace(key.name.replace(name, ""), "");
                            };
                    rows.putIfAbsent(name, row("PREFIX." + name, key, meaning));
                }
            }
        }
        return List.copyOf(rows.values());
    }

    /** The row without the prefix of the diff app, as other parts may have it too. */
    private static String shared(ConfigKey key) {
        return row(key).replace("velella.", "");
    }

    private static String row(ConfigKey key) {
        return row(key.name, key, cell(key.documentation));
    }

    private static String row(String name, ConfigKey key, String meaning) {
        return "| `" + name + "` | " + key.type.name().toLowerCase(Locale.ROOT) + " | " + defaultOf(key) + " | "
                + (key.validator == null ? "" : cell(key.validator.toString())) + " | " + meaning + " |\n";
    }

    private static String defaultOf(ConfigKey key) {
        if (!key.hasDefault()) {
            return "required";
        }
        return key.defaultValue == null || key.defaultValue.toString().isEmpty()
                ? ""
                : "`" + cell(key.defaultValue.toString()) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
