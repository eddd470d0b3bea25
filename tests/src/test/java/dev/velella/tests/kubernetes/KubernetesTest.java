package dev.velella.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.options.DiffConfig;
import dev.velella.tests.security.RightsTable;
import io.strimzi.api.kafka.model.connect.KafkaConnectSpec;
import io.strimzi.api.kafka.model.connector.AbstractConnectorSpec;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests are what Strimzi and Kubernetes know, fit each other, and give each part the rights of the page. */
class KubernetesTest {
    /** Fields below which names are free. */
    private static final Set<String> FREE = Set.of(
            "config", "labels", "annotations", "matchLabels", "selector", "data", "requests", "limits", "emptyDir");

    static List<Manifest> manifests() {
        return Manifest.all();
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void everyFieldIsKnown(Manifest manifest) {
        assertThat(ManifestModels.problems(manifest.document())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void noMisspeltFieldIsKnown(Manifest manifest) {
        List<String> unnoticed = new ArrayList<>();
        int tried = misspell(manifest, manifest.document().deepCopy(), "", unnoticed);
        assertThat(unnoticed).isEmpty();
        assertThat(tried).isPositive();
    }

    /** Misspells each field below a node of a copy, one after the other; returns how many. */
    private static int misspell(Manifest manifest, JsonNode copy, String path, List<String> unnoticed) {
        JsonNode node = path.isEmpty() ? copy : copy.at(path);
        int tried = 0;
        if (node.isArray()) {
            for (int index = 0; index < node.size(); index++) {
                tried += misspell(manifest, copy, path + "/" + index, unnoticed);
            }
        } else if (node instanceof ObjectNode object) {
            for (String name : fields(object)) {
                JsonNode value = object.remove(name);
                object.set(name + "z", value);
                tried++;
                if (ManifestModels.problems((ObjectNode) copy).isEmpty()) {
                    unnoticed.add(path + "/" + name);
                }
                object.remove(name + "z");
                object.set(name, value);
                if (!FREE.contains(name) || isStructured(value)) {
                    tried += misspell(manifest, copy, path + "/" + name, unnoticed);
                }
            }
        }
        return tried;
    }

    private static List<String> fields(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Some free names also are fields of something else: a selector may have labels to match. */
    private static boolean isStructured(JsonNode value) {
        return value.has("matchLabels");
    }

    @Test
    void theUsersHaveExactlyTheRightsOfThePage() throws IOException {
        Set<String> onThePage = new TreeSet<>();
        for (RightsTable.Row row : RightsTable.read()) {
            boolean isPrefix = row.name().endsWith("*");
            String name = isPrefix ? row.name().substring(0, row.name().length() - 1) : row.name();
            row.operations()
                    .forEach(operation ->
                            onThePage.add(right(row.who(), row.resource().name(), name, isPrefix, operation.name())));
        }
        Set<String> given = new TreeSet<>();
        for (Manifest user : Manifest.ofKind("KafkaUser")) {
            for (JsonNode acl : user.spec().path("authorization").path("acls")) {
                JsonNode resource = acl.path("resource");
                boolean isPrefix = resource.path("patternType").asText().equals("prefix");
                acl.path("operations")
                        .forEach(operation -> given.add(right(
                                user.name().replaceFirst("^velella-", ""),
                                resource.path("type").asText(),
                                resource.path("name").asText(),
                                isPrefix,
                                operation.asText())));
            }
        }
        assertThat(given).isEqualTo(onThePage);
    }

    private static String right(String who, String type, String name, boolean isPrefix, String operation) {
        return String.join(" ", who, type, name + (isPrefix ? "*" : ""), operation)
                .replace("_", "")
                .toLowerCase(Locale.ROOT);
    }

    @Test
    void everyTopicThatAPartNamesIsThere() throws IOException {
        Set<String> topics = new TreeSet<>();
        Map<String, Integer> partitions = new HashMap<>();
        for (Manifest topic : Manifest.ofKind("KafkaTopic")) {
            topics.add(topic.name());
            partitions.put(topic.name(), topic.spec().path("partitions").asInt());
            boolean isCompact =
                    Set.of("patches-snapshots", "velella-dictionaries").contains(topic.name());
            assertThat(topic.config())
                    .as(topic.name())
                    .containsEntry("cleanup.policy", isCompact ? "compact" : "delete");
        }
        Map<String, String> diff = diffApp();
        Map<String, String> source = Manifest.of("connectors.yaml", "KafkaConnector", "station-source")
                .config();
        Map<String, String> sink =
                Manifest.of("connectors.yaml", "KafkaConnector", "memory-sink").config();
        Set<String> named = new TreeSet<>(Arrays.asList(sink.get("topics").split(",")));
        named.addAll(List.of(
                source.get("topic"),
                source.get("dead.letter.topic"),
                sink.get("errors.deadletterqueue.topic.name"),
                diff.get("velella.input.topic"),
                diff.get("velella.output.topic"),
                diff.get("velella.snapshot.topic"),
                diff.get("velella.dead.letter.topic"),
                diff.get("velella.late.topic"),
                "velella-dictionaries"));
        assertThat(topics).isEqualTo(named);
        assertThat(partitions.get("patches")).isEqualTo(partitions.get("graphs"));
        assertThat(partitions.get("patches-snapshots")).isEqualTo(partitions.get("graphs"));
        assertThat(partitions.get("graphs-late")).isEqualTo(partitions.get("graphs"));
        assertThat(source.get("topic")).isEqualTo(diff.get("velella.input.topic"));
    }

    private static Map<String, String> diffApp() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(Manifest.of("diff-app.yaml", "ConfigMap", "velella-diff-app")
                .document()
                .path("data")
                .path("diff-app.properties")
                .asText()));
        Map<String, String> options = new HashMap<>();
        properties.forEach((name, value) -> options.put((String) name, (String) value));
        return options;
    }

    /** The options of the app in a container whose secrets are mounted there. */
    private static Map<String, String> diffApp(Path etc, String login) throws IOException {
        Files.writeString(Files.createDirectories(etc.resolve("user")).resolve("sasl.jaas.config"), login);
        Map<String, String> options = diffApp();
        options.replaceAll((option, value) -> value.replace("/etc/velella", etc.toString()));
        return options;
    }

    @Test
    void theDiffAppTakesItsOptionsAndKeepsACopyOfItsStateElsewhere(@TempDir Path etc) throws IOException {
        Map<String, String> options = diffApp(etc, "a login");
        DiffConfig config = new DiffConfig(options);
        assertThat(config.streamsProperties()).containsEntry("num.standby.replicas", "1");
        JsonNode set =
                Manifest.of("diff-app.yaml", "StatefulSet", "velella-diff-app").spec();
        assertThat(set.path("replicas").asInt()).isGreaterThan(1);
        JsonNode container = set.at("/template/spec/containers/0");
        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/health/live");
        assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/health/live");
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/health/ready");
        assertThat(options.get("velella.health.listener"))
                .isEqualTo("0.0.0.0:" + container.at("/ports/0/containerPort").asText());
        JsonNode budget = Manifest.of("diff-app.yaml", "PodDisruptionBudget", "velella-diff-app")
                .spec();
        assertThat(budget.path("selector")).isEqualTo(set.path("selector"));
        assertThat(set.at("/template/metadata/labels")).isEqualTo(set.at("/selector/matchLabels"));
    }

    @Test
    void theDiffAppReadsItsLoginFromTheMountedSecret(@TempDir Path etc) throws IOException {
        String login = "org.apache.kafka.common.security.scram.ScramLoginModule required username=u password=p;";
        Map<String, String> options = diffApp(etc, login);
        StreamsConfig streams = new StreamsConfig(new DiffConfig(options).streamsProperties());
        assertThat(streams.getMainConsumerConfigs("group", "client", 0)).containsEntry("sasl.jaas.config", login);
        assertThat(streams.getProducerConfigs("client")).containsEntry("sasl.jaas.config", login);
        assertThat(streams.getAdminConfigs("client")).containsEntry("sasl.jaas.config", login);
    }

    @Test
    void noOptionIsOneThatTheOperatorThrowsAway() {
        for (Manifest worker : Manifest.ofKind("KafkaConnect")) {
            for (String option : worker.config().keySet()) {
                for (String forbidden : KafkaConnectSpec.FORBIDDEN_PREFIXES.split(", ")) {
                    assertThat(option).as("%s", worker).doesNotStartWith(forbidden);
                }
            }
            assertThat(worker.config()).containsEntry("exactly.once.source.support", "enabled");
        }
        for (Manifest connector : Manifest.ofKind("KafkaConnector")) {
            assertThat(connector.config()).doesNotContainKeys(AbstractConnectorSpec.FORBIDDEN_PARAMETERS.split(", "));
        }
    }

    @Test
    void theTwoWaysToThePluginAreTheSameCluster() {
        ObjectNode built = spec("connect.yaml");
        ObjectNode mounted = spec("connect-image-volume.yaml");
        JsonNode artifact = built.remove("build").at("/plugins/0/artifacts/0");
        assertThat(artifact.path("sha512sum").asText()).hasSize(128);
        assertThat(artifact.path("url").asText()).endsWith(".zip");
        assertThat(mounted.remove("plugins").at("/0/artifacts/0/type").asText()).isEqualTo("image");
        assertThat(mounted).isEqualTo(built);
    }

    private static ObjectNode spec(String file) {
        return (ObjectNode) Manifest.of(file, "KafkaConnect", "velella")
                .document()
                .path("spec")
                .deepCopy();
    }

    /** Other secrets than these the worker may not read, and it needs no more. */
    @Test
    void theWorkerMayReadTheSecretsThatConnectorsName() throws IOException {
        Set<String> named = new TreeSet<>();
        for (Manifest connector : Manifest.ofKind("KafkaConnector")) {
            for (String value : connector.config().values()) {
                if (value.startsWith("${secrets:kafka/")) {
                    named.add(value.substring("${secrets:kafka/".length(), value.lastIndexOf(':')));
                }
            }
            assertThat(connector.config().entrySet())
                    .filteredOn(option -> option.getKey().matches(".*(password|jaas\\.config)"))
                    .isNotEmpty()
                    .allSatisfy(option -> assertThat(option.getValue()).startsWith("${secrets:"));
        }
        Set<String> allowed = new TreeSet<>();
        Manifest.of("connect.yaml", "Role", "velella-secrets")
                .document()
                .at("/rules/0/resourceNames")
                .forEach(name -> allowed.add(name.asText()));
        assertThat(allowed).isEqualTo(named);
        String page = Files.readString(Path.of("..", "docs", "kubernetes.md"));
        assertThat(named).allSatisfy(name -> assertThat(page).contains(name));
    }
}
