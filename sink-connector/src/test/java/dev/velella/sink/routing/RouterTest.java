package dev.velella.sink.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.RecordContent;
import dev.velella.sink.options.RdfSinkConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String SERVER = "http://localhost:8080/rdf4j-server/repositories/";
    private static final RecordContent NOTHING = new RecordContent.Nothing();

    private static RdfSinkConfig config(String url, String... more) {
        Map<String, String> properties = new HashMap<>(Map.of("name", "sink", "target", "http", "target.url", url));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return new RdfSinkConfig(properties);
    }

    private static List<String> routes(RdfSinkConfig config, InputRecord record, RecordContent content) {
        return new Router(config)
                .routes(record, content).stream().map(Route::url).toList();
    }

    private static InputRecord record(String key) {
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("tenant", "acme");
        return InputRecord.of(new SinkRecord("patches", 0, null, key, null, null, 7, null, null, headers));
    }

    private static Statement statement(String subject, String object) {
        return VALUES.createStatement(
                VALUES.createIRI(subject),
                VALUES.createIRI("urn:in"),
                VALUES.createLiteral(object),
                VALUES.createIRI("urn:g"));
    }

    @Test
    void placeholdersAreKeyTopicAndHeaderPercentEncoded() {
        assertThat(routes(config(SERVER + "{header.tenant}-{topic}-{key}"), record("a b?ü"), NOTHING))
                .containsExactly(SERVER + "acme-patches-a%20b%3F%C3%BC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "a/b", "a\\b", "a;b", "a\nb"})
    void aValueThatWouldAddressSomethingElseIsRefused(String key) {
        assertThatThrownBy(() -> routes(config(SERVER + "{key}"), record(key), NOTHING))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("cannot be a part of a path");
    }

    @Test
    void aMissingValueIsRefused() {
        for (String placeholder : List.of("{key}", "{header.other}")) {
            assertThatThrownBy(() -> routes(config(SERVER + placeholder), record(null), NOTHING))
                    .isInstanceOf(PatchRefusedException.class)
                    .hasMessageContaining("no value for " + placeholder);
        }
    }

    @Test
    void eachRowOfTheQueryIsAStore() {
        RdfSinkConfig config = config(SERVER + "{store}", "routing.query", "SELECT ?store { ?s <urn:in> ?store }");
        RecordContent graph = new RecordContent.Element(
                RdfGraph.of(List.of(statement("urn:a", "r1"), statement("urn:b", "r2"), statement("urn:c", "r1"))));
        assertThat(routes(config, record("k"), graph)).containsExactlyInAnyOrder(SERVER + "r1", SERVER + "r2");
        RecordContent patch = new RecordContent.Element(
                RdfPatch.change(List.of(statement("urn:a", "r1")), List.of(statement("urn:a", "r3"))));
        assertThat(routes(config, record("k"), patch))
                .as("what a patch deletes and what it adds")
                .containsExactlyInAnyOrder(SERVER + "r1", SERVER + "r3");
    }

    @Test
    void aQueryOverTheKeyAloneRoutesNullValues() {
        RdfSinkConfig config = config(SERVER + "{store}", "routing.query", "SELECT (SHA1(?key) AS ?store) {}");
        assertThat(routes(config, record("http://example.org/7"), NOTHING))
                .singleElement()
                .asString()
                .matches(".*/repositories/[0-9a-f]{40}");
    }

    @Test
    void aRecordWithoutARowIsRefusedOrLeftOut() {
        String query = "SELECT ?store { ?s <urn:in> ?store }";
        assertThatThrownBy(() -> routes(config(SERVER + "{store}", "routing.query", query), record("k"), NOTHING))
                .hasMessageContaining("no row");
        assertThat(routes(
                        config(SERVER + "{store}", "routing.query", query, "routing.on.unmatched", "skip"),
                        record("k"),
                        NOTHING))
                .isEmpty();
    }

    @Test
    void tooManyStoresAreRefused() {
        RdfSinkConfig config = config(
                SERVER + "{store}",
                "routing.query",
                "SELECT ?store { VALUES ?store { 'a' 'b' 'c' } }",
                "routing.max.targets",
                "2");
        assertThatThrownBy(() -> routes(config, record("k"), NOTHING)).hasMessageContaining("more than 2 rows");
    }

    @Test
    void optionsThatDoNotFitAreRefused() {
        refused("host", "http://{key}.example.org/repositories/a");
        refused("there are {header.NAME}, {key}, {topic}", SERVER + "{owner}");
        refused("needs placeholders", SERVER + "a", "routing.query", "SELECT ?a {}");
        refused("SERVICE", SERVER + "{a}", "routing.query", "SELECT ?a { SERVICE <http://other/> { ?s ?p ?a } }");
        refused("not a SELECT", SERVER + "{a}", "routing.query", "ASK {}");
        refused("cannot be used with placeholders", SERVER + "{key}", "on.lost.history", "rebuild");
    }

    private static void refused(String why, String url, String... more) {
        assertThatThrownBy(() -> config(url, more))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(why);
    }
}
