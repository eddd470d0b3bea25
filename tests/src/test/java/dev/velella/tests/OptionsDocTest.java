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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The page of options says what the code says. */
class OptionsDocTest {
    private static final Path PAGE = Path.of("..", "docs", "options.md");

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
        return "# Options\n\nThis page is written from the definitions in the code; a test fails when it is stale.\n"
                + table(
                        "Source connector",
                        "`dev.velella.source.RdfSourceConnector`, besides the options of every source connector.",
                        new RdfSourceConnector().config())
                + table(
                        "Sink connector",
                        "`dev.velella.sink.RdfSinkConnector`, besides the options of every sink connector.",
                        RdfSinkConfig.definition())
                + table(
                        "Converter",
                        "`dev.velella.converter.JellyConverter`; in a connector's configuration with `value.converter.` before"
                                + " the name.",
                        JellyConverterConfig.definition())
                + table(
                        "Serializers and deserializers",
                        "`dev.velella.serde`; among the properties of a producer or consumer.",
                        JellySerdeConfig.definition())
                + table(
                        "Diff app",
                        "Properties of `velella diff-app --config FILE`; every other key goes to Kafka Streams"
                                + " (unless set, `processing.guarantee` is `exactly_once_v2`, `compression.type` is `zstd` and"
                                + " `batch.size` is 65536).",
                        DiffConfig.definition())
                + table(
                        "gRPC server",
                        "Properties of `velella grpc serve --config FILE`; [grpc.md](grpc.md) says how the server works.",
                        GrpcConfig.definition())
                + table(
                        "Service",
                        "Properties of `velella serve --config FILE`; every other key goes to the Kafka clients.",
                        ServeConfig.definition())
                + table(
                        "Page and status",
                        "Properties of `velella page --config FILE` and `velella status --config FILE`; every other key goes to the"
                                + " Kafka clients.",
                        PipelineConfig.definition());
    }

    private static String table(String title, String about, ConfigDef definition) {
        StringBuilder out = new StringBuilder("\n## " + title + "\n\n" + about + "\n\n");
        out.append("| option | type | default | valid values | meaning |\n|---|---|---|---|---|\n");
        for (ConfigKey key : definition.configKeys().values()) {
            out.append("| `" + key.name + "` | " + key.type.name().toLowerCase(java.util.Locale.ROOT) + " | "
                    + defaultOf(key)
                    + " | " + (key.validator == null ? "" : cell(key.validator.toString())) + " | "
                    + cell(key.documentation) + " |\n");
        }
        return out.toString();
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
