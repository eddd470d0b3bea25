package dev.velella.diff.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputOptionsTest {
    private static final String TEMPLATE = "<urn:s> <urn:p> \"{/v}\" .";

    private static DiffConfig config(String... options) {
        Map<String, String> all = new HashMap<>(Map.of("velella.output.topic", "patches"));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return new DiffConfig(all);
    }

    private static void refused(String options, String... messageParts) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> config(options.replace("TEMPLATE", TEMPLATE).split(" ?[=;] ?")))
                .satisfies(e -> assertThat(e.getMessage()).contains(messageParts));
    }

    @Test
    void theInputIsJellyUnlessAnOptionSaysWhatRecordsBecome() {
        assertThat(config("velella.input.topic", "in").settings().lift()).isNull();
        DiffConfig lifted = config("velella.input.topic", "in", "velella.template", TEMPLATE);
        assertThat(lifted.settings().lift()).isNotNull();
        assertThat(lifted.topics().input().isSeveral()).isFalse();
        assertThat(lifted.settings().keyTemplates()).isEqualTo(Map.of("key.template", "{key}"));
    }

    @Test
    void aTopicHasATemplateOfItsOwnInPlaceOfTheGeneralOne() {
        DiffConfig config = config(
                "velella.input.topics",
                "a, b,shop.public.c",
                "velella.template",
                TEMPLATE,
                "velella.template.shop.public.c",
                TEMPLATE,
                "velella.key.template.b",
                "b/{key/id}\n");
        assertThat(config.topics().input().names()).containsExactly("a", "b", "shop.public.c");
        LiftSettings lift = config.settings().lift();
        assertThat(lift.hasTopicInKeys()).isTrue();
        assertThat(lift.own()).containsOnlyKeys("b", "shop.public.c");
        assertThat(lift.of("a")).isNotNull().isNotSameAs(lift.of("b"));
        assertThat(config.settings().keyTemplates())
                .isEqualTo(Map.of("key.template", "{topic}/{key}", "key.template.b", "b/{key/id}"));
    }

    @Test
    void aPatternTakesTopicsThatItMatchesAsAWhole() {
        InputTopics input = config("velella.input.topics.pattern", "shop[.]\\w+", "velella.template", TEMPLATE)
                .topics()
                .input();
        assertThat(input.has("shop.a")).isTrue();
        assertThat(input.has("shop.a.b")).isFalse();
        assertThat(input.isSeveral()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "velella.late=keep | set one of velella.input.topic, velella.input.topics and velella.input.topics.pattern",
                "velella.input.topic=a;velella.input.topics=b;velella.template=TEMPLATE | more than one option",
                "velella.input.topics.pattern=[;velella.template=TEMPLATE | is no regular expression",
                "velella.input.topics=a,patches;velella.template=TEMPLATE | must not be an input topic",
                "velella.input.topics.pattern=p.*;velella.template=TEMPLATE | must not be an input topic",
                "velella.input.topics=a,b | velella.content.type, which say what a record becomes",
                "velella.input.topics=a,b;velella.template.a=TEMPLATE | nothing says what the records of the topic b become",
                "velella.input.topics=a,b;velella.template=TEMPLATE;velella.template.c=TEMPLATE | c is no input topic",
                "velella.input.topics=a,b;velella.template=TEMPLATE;velella.key.template=x/{key} | records of the topics a and b",
                "velella.input.topics=a,b;velella.template=TEMPLATE;velella.key.template.a=x/{key};velella.key.template.b=x/{key} | of the topics a and b",
                "velella.input.topics.pattern=a.*;velella.template=TEMPLATE;velella.key.template=x/{key} | records of all topics",
                "velella.input.topic=a;velella.key.template=x/{key} | velella.key.template is for records that are not Jelly",
                "velella.input.topic=a;velella.event.time={/t} | velella.event.time is for records that are not Jelly",
                "velella.input.topic=a;velella.input.envelope=debezium | is for records that are not Jelly",
                "velella.input.topic=a;velella.input.value.converter=x | is for records that are not Jelly",
                "velella.input.topic=a;velella.template=TEMPLATE;velella.changes.remembered=5 | is for an input topic of Jelly",
                "velella.input.topic=a;velella.template=TEMPLATE;velella.input.envelope=debezium;velella.late=drop | must be keep with velella.input.envelope",
                "velella.input.topic=a;velella.template=TEMPLATE;velella.input.envelope=debezium;velella.late=topic;velella.late.topic=l | must be keep",
                "velella.input.topic=a;velella.template=TEMPLATE;velella.input.value.converter.x=y | has no effect without velella.input.value.converter",
                "velella.input.topic=a;velella.template=TEMPLATE;velella.input.value.converter=no.Such | the class is not there",
                "velella.input.topic=a;velella.template=TEMPLATE;velella.input.value.converter=java.lang.String | is no Converter",
                "velella.input.topic=a;velella.template=TEMPLATE;velella.input.template.a=x | unknown option"
            })
    void whatCannotBeRightIsRefusedWithTheWayOut(String options, String message) {
        refused(options, message);
    }

    /** Also where the template says too little about the keys, equal keys of two topics are two streams. */
    @Test
    void keyTemplatesThatTellTopicsApartAreTaken() {
        assertThat(config(
                        "velella.input.topics",
                        "a,b",
                        "velella.template",
                        TEMPLATE,
                        "velella.key.template",
                        "{topic}/{key}"))
                .isNotNull();
        assertThat(config(
                        "velella.input.topics", "a,b",
                        "velella.template", TEMPLATE,
                        "velella.key.template.a", "a/{key}",
                        "velella.key.template.b", "b/{key}"))
                .isNotNull();
    }

    @Test
    void changesOfADatabaseAreTakenInTheOrderOfTheTopic() {
        String[] options = {
            "velella.input.topic", "a", "velella.template", TEMPLATE, "velella.input.envelope", "debezium"
        };
        assertThat(config(options).settings().late()).isEqualTo(LatePolicy.KEEP);
    }

    /** Refuses everything, and remembers with which options it was made. */
    public static final class RefusingConverter implements Converter {
        static Map<String, ?> configured;
        static boolean forKeys;

        @Override
        public void configure(Map<String, ?> options, boolean isKey) {
            if ("bad".equals(options.get("url"))) {
                throw new IllegalArgumentException("no such url");
            }
            configured = options;
            forKeys = isKey;
        }

        @Override
        public byte[] fromConnectData(String topic, Schema schema, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SchemaAndValue toConnectData(String topic, byte[] value) {
            throw new DataException("refused");
        }
    }

    @Test
    void theConverterIsMadeWithItsOptions() {
        String name = RefusingConverter.class.getName();
        config(
                "velella.input.topic",
                "a",
                "velella.template",
                TEMPLATE,
                "velella.input.key.converter",
                name,
                "velella.input.key.converter.url",
                "good");
        assertThat(RefusingConverter.configured).isEqualTo(Map.of("url", "good"));
        assertThat(RefusingConverter.forKeys).isTrue();
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> config(
                        "velella.input.topic",
                        "a",
                        "velella.template",
                        TEMPLATE,
                        "velella.input.value.converter",
                        name,
                        "velella.input.value.converter.url",
                        "bad"))
                .withMessageContaining("velella.input.value.converter")
                .withMessageContaining("no such url");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.kafka.connect.storage.StringConverter",
                "org.apache.kafka.connect.converters.ByteArrayConverter",
                "org.apache.kafka.connect.json.JsonConverter"
            })
    void convertersThatHandOnTheBytesAreNotLoaded(String name) {
        DiffConfig config = config(
                "velella.input.topic",
                "a",
                "velella.template",
                TEMPLATE,
                "velella.input.value.converter",
                name,
                "velella.input.value.converter.schemas.enable",
                "false");
        assertThat(config.settings().lift().value().make()).isNull();
    }

    @Test
    void valuesComeFromConfigProviders(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("graph.trig"), "<urn:s>\n  <urn:p> \"{/v}\" .\n");
        Files.writeString(directory.resolve("password"), "${dir:x}");
        String[] options = {
            "config.providers",
            "dir",
            "config.providers.dir.class",
            DirectoryConfigProvider.class.getName(),
            "velella.input.topic",
            "a",
            "velella.template",
            "${dir:" + directory + ":graph.trig}",
            "velella.input.value.converter",
            RefusingConverter.class.getName(),
            "velella.input.value.converter.url",
            "${dir:" + directory + ":password}",
            "ssl.key.password",
            "${dir:" + directory + ":password}",
            "bootstrap.servers",
            "localhost:1"
        };
        DiffConfig config = config(options);
        assertThat(config.getString("velella.template")).isEqualTo("<urn:s>\n  <urn:p> \"{/v}\" .");
        assertThat(RefusingConverter.configured).isEqualTo(Map.of("url", "${dir:x}"));
        // Nothing is resolved twice: a secret may look like a variable.
        assertThat(new StreamsConfig(config.streamsProperties()).originals())
                .containsEntry("ssl.key.password", "${dir:x}")
                .doesNotContainKey("config.providers");
        for (String missing : List.of("${dir:" + directory + ":none}", "${dir:/none:none}")) {
            options[7] = missing;
            assertThatExceptionOfType(ConfigException.class)
                    .isThrownBy(() -> config(options))
                    .withMessageContaining("velella.template")
                    .withMessageContaining("no config provider has this value");
        }
    }
}
