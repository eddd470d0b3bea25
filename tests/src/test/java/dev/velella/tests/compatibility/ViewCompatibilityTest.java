package dev.velella.tests.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.state.DamagedStateException;
import dev.velella.view.app.ViewRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The view app's state and topic of epochs, of versions before this one, of later ones, and damaged. */
class ViewCompatibilityTest {
    /** The views of each folder. */
    static final List<String> DEFINITIONS = List.of(
            "{\"name\":\"latest\",\"kind\":\"select\",\"key\":[\"s\"],\"columns\":{\"d\":\"double\"},\"query\":\"SELECT ?s ((?t"
                    + " * ?f) AS ?d) { ?s <http://example.org/degrees> ?t . <http://example.org/this>"
                    + " <http://example.org/factor> ?f }\"}",
            "{\"name\":\"places\",\"kind\":\"construct\",\"query\":\"CONSTRUCT { ?p <http://example.org/has> ?s } WHERE {"
                    + " ?s <http://example.org/near> ?p }\"}");

    private static final String STREAM = "http://example.org/station0";

    /** The first versions had no views. */
    static Stream<VersionFolder> versions() throws IOException {
        return VersionFolder.all().filter(version -> Files.exists(version.path().resolve("view-state.txt")));
    }

    private static VersionFolder last() throws IOException {
        return versions().reduce((before, next) -> next).orElseThrow();
    }

    static void send(ViewRun run, String topic, List<StoredRecord> records) {
        records.forEach(record -> run.send(topic.equals("epochs") ? "views-epochs" : topic, record.toTestRecord()));
        run.pass();
    }

    static List<StoredRecord> read(ViewRun run, String sink) {
        return run.read(sink).stream().map(StoredRecord::of).toList();
    }

    private static List<String> text(List<StoredRecord> records) {
        return records.stream()
                .map(record -> record.key() + " " + record.timestamp() + " " + record.headers() + " "
                        + (record.value() == null ? null : Arrays.toString(record.value())))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void viewsGoOnFromTheState(VersionFolder version) throws Exception {
        List<StoredRecord> graphs = version.topic("graphs");
        List<StoredRecord> rows = version.topic("view-rows");
        List<StoredRecord> patches = version.topic("view-patches");
        try (ViewRun whole = ViewRun.views(Map.of(), Map.of());
                ViewRun run = ViewRun.views(version.state("view-state"), Map.of())) {
            send(whole, "epochs", version.topic("view-epochs"));
            send(whole, "graphs", graphs);
            assertThat(text(read(whole, "rows"))).containsExactlyElementsOf(text(rows));
            assertThat(text(read(whole, "view-patches"))).containsExactlyElementsOf(text(patches));
            send(run, "graphs", graphs.subList(VersionFolder.BEFORE, graphs.size()));
            List<StoredRecord> more = read(run, "rows");
            List<StoredRecord> changes = read(run, "view-patches");
            assertThat(more).isNotEmpty().hasSizeLessThan(rows.size());
            assertThat(changes).isNotEmpty().hasSizeLessThan(patches.size());
            assertThat(text(more)).containsExactlyElementsOf(text(end(rows, more)));
            assertThat(changes)
                    .extracting(record -> record.header("patch"))
                    .containsExactlyElementsOf(end(patches, changes).stream()
                            .map(record -> record.header("patch"))
                            .toList());
        }
    }

    private static List<StoredRecord> end(List<StoredRecord> all, List<StoredRecord> last) {
        return all.subList(all.size() - last.size(), all.size());
    }

    @ParameterizedTest
    @MethodSource("versions")
    void definitionsGoOnFromTheState(VersionFolder version) throws Exception {
        try (ViewRun run = ViewRun.definitions(version.state("view-definitions"))) {
            run.define("places", DEFINITIONS.get(1));
            run.pass();
            assertThat(new String(read(run, "epochs").get(0).value(), StandardCharsets.UTF_8))
                    .contains("\"epoch\":2", "latest", "places")
                    .doesNotContain("\"data\":\"\"");
        }
    }

    private static Map<Bytes, byte[]> replaced(Map<Bytes, byte[]> state, String what, String by) {
        Map<Bytes, byte[]> next = new TreeMap<>();
        state.forEach((key, value) -> next.put(
                key,
                new String(value, StandardCharsets.ISO_8859_1)
                        .replace(what, by)
                        .getBytes(StandardCharsets.ISO_8859_1)));
        assertThat(text(next).equals(text(state))).isFalse();
        return next;
    }

    private static List<String> text(Map<Bytes, byte[]> state) {
        return state.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + Arrays.toString(entry.getValue()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"view.format=1, view.format=2", "'\"format\":1', '\"format\":2'"})
    void theStateOfANewerVersionIsRefusedAtTheStart(String what, String by) throws Exception {
        Map<Bytes, byte[]> state = replaced(last().state("view-state"), what, by);
        assertThatThrownBy(() -> ViewRun.views(state, Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("the state of this application has format 2; this version knows format 1");
    }

    @Test
    void theDefinitionsAndEpochsOfANewerVersionAreRefused() throws Exception {
        Map<Bytes, byte[]> state = last().state("view-definitions");
        state.put(Bytes.wrap(new byte[] {'f'}), new byte[] {2});
        assertThatThrownBy(() -> ViewRun.definitions(state))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("this version knows format 1");
        StoredRecord epoch = last().topic("view-epochs").get(0);
        byte[] newer = new String(epoch.value(), StandardCharsets.ISO_8859_1)
                .replace("\"format\":1", "\"format\":2")
                .getBytes(StandardCharsets.ISO_8859_1);
        StoredRecord next = new StoredRecord(epoch.key(), epoch.timestamp(), epoch.headers(), newer);
        try (ViewRun run = ViewRun.views(Map.of(), Map.of())) {
            assertThatThrownBy(() -> send(run, "epochs", List.of(next)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("this version knows format 1");
        }
    }

    /** Answers that do not change would stay where and as they are. */
    @ParameterizedTest
    @CsvSource({
        "row.schemas, true, false",
        "output.prefix, other-, view-",
        "graph.template, urn:other:{view}:{key}, urn:velella:stream:{view}:{key}"
    })
    void anotherFormOrPlaceOfTheAnswersIsRefused(String option, String value, String before) throws Exception {
        Map<Bytes, byte[]> state = last().state("view-state");
        assertThatThrownBy(() -> ViewRun.views(state, Map.of("velella." + option, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("velella." + option + " was " + before
                        + " when the state of this application was begun, and is " + value
                        + ": the answers of its streams");
    }

    /** Where the rows, and the graph, of a view's answer are in the state. */
    @ParameterizedTest
    @CsvSource({"r:latest, 9", "r:latest, 3", "p:places, 9", "g:, 9"})
    void aDamagedAnswerIsNamedByItsStream(String place, int length) throws Exception {
        Map<Bytes, byte[]> state = last().state("view-state");
        String key = place + (place.equals("g:") ? "" : "\0") + STREAM;
        assertThat(state.computeIfPresent(
                        Bytes.wrap(key.getBytes(StandardCharsets.UTF_8)),
                        (stream, value) -> Arrays.copyOf(value, length)))
                .isNotNull();
        List<StoredRecord> graphs = last().topic("graphs");
        assertThatThrownBy(() -> {
                    try (ViewRun run = ViewRun.views(state, Map.of())) {
                        send(run, "graphs", graphs.subList(VersionFolder.BEFORE, graphs.size()));
                    }
                })
                .isInstanceOf(DamagedStateException.class)
                .hasMessageContaining(STREAM)
                .hasMessageContaining("reset this one");
    }
}
