package dev.velella.view.app;

import static dev.velella.view.app.ViewPipe.construct;
import static dev.velella.view.app.ViewPipe.headers;
import static dev.velella.view.app.ViewPipe.select;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

class ViewTopologyTest {
    private static final String VALUES =
            select("values", "SELECT ?s ?v { ?s :value ?v }", ",'key':['s'],'columns':{'v':'long'}");
    private static final String A = "http://example.org/a";

    private static String row(String stream, String subject, int value) {
        return "{\"stream\":\"" + stream + "\",\"s\":\"" + subject + "\"} -> {\"stream\":\"" + stream + "\",\"s\":\""
                + subject + "\",\"v\":" + value + "}";
    }

    private static String gone(String stream, String subject) {
        return "{\"stream\":\"" + stream + "\",\"s\":\"" + subject + "\"} -> gone";
    }

    @Test
    void rowsThatChangeAreUpsertsAndRowsThatGoAreTombstones() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define("values", VALUES);
            pipe.graph("one", ":a :value 1 . :b :value 2");
            pipe.graph("two", ":a :value 1");
            assertThat(pipe.rows("values"))
                    .containsExactly(row("one", A, 1), row("one", "http://example.org/b", 2), row("two", A, 1));
            pipe.graph("one", ":a :value 3 . :c :other 1");
            assertThat(pipe.rows("values"))
                    .containsExactlyInAnyOrder(row("one", A, 3), gone("one", "http://example.org/b"));
            pipe.graph("one", ":a :value 3 . :c :other 2");
            assertThat(pipe.rows("values")).isEmpty();
            pipe.send("graphs", "one", null);
            assertThat(pipe.rows("values")).containsExactly(gone("one", A));
        }
    }

    @Test
    void aGraphBecomesPatchesWithAChainAndAHash() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define("high", construct("high", "CONSTRUCT { ?s a :High } WHERE { ?s :value ?v FILTER(?v > 10) }"));
            pipe.graph("one", ":a :value 11");
            pipe.graph("one", ":a :value 12");
            pipe.graph("one", ":a :value 9");
            pipe.graph("one", ":a :value 20");
            List<TestRecord<byte[], byte[]>> patches = pipe.read("view-high.patches");
            assertThat(patches).hasSize(3);
            assertThat(headers(patches.get(1)).get("patch")).isEqualTo("2." + GraphHash.format(GraphHash.EMPTY));
            PatchOperation.Add add = (PatchOperation.Add)
                    ViewPipe.patch(patches.get(2)).effectiveOperations().get(0);
            assertThat(headers(patches.get(2)))
                    .containsEntry("patch", "3." + GraphHash.format(GraphHash.of(add.statement())))
                    .containsEntry("velella.view", "high")
                    .containsEntry("velella.epoch", "1");
            assertThat(add.statement().getContext().stringValue()).isEqualTo("urn:velella:stream:high:one");
        }
    }

    @Test
    void aNewViewAnswersTheStreamsThatAreThereAndARemovedOneTakesItsAnswersBack() {
        try (ViewPipe pipe = new ViewPipe()) {
            for (int i = 0; i < 1000; i++) {
                pipe.graph("s" + i, ":a :value " + i);
            }
            assertThat(pipe.metric("epoch")).isZero();
            pipe.define("values", VALUES);
            for (int i = 0; pipe.metric("rebuild-streams-left") > 0; i++) {
                assertThat(i).isLessThan(1000);
                pipe.pass(50);
            }
            assertThat(pipe.rows("values")).hasSize(1000).contains(row("s999", A, 999));
            assertThat(pipe.made).containsOnly("values");

            pipe.define("values", null);
            for (int i = 0; pipe.metric("rebuild-streams-left") > 0; i++) {
                assertThat(i).isLessThan(1000);
                pipe.pass(50);
            }
            assertThat(pipe.rows("values")).hasSize(1000).contains(gone("s999", A));
            assertThat(pipe.metric("epoch")).isEqualTo(2);
            pipe.graph("s1", ":a :value 5");
            assertThat(pipe.rows("values")).isEmpty();
        }
    }

    @Test
    void aChangedDefinitionTakesBackTheRowsThatItNoLongerHasAlsoOfAnotherKeyOrKind() {
        try (ViewPipe pipe = new ViewPipe("velella.row.schemas", "true")) {
            pipe.graph("one", ":a :value 1 . :b :value 2");
            pipe.define("values", VALUES);
            List<TestRecord<byte[], byte[]>> before = pipe.read("view-values.rows");
            assertThat(before).hasSize(2);
            assertThat(ViewPipe.text(before.get(0).key()))
                    .contains("\"schema\":{\"type\":\"struct\"")
                    .contains("\"payload\":{\"stream\":\"one\",\"s\":\"http://example.org/a\"}");
            pipe.define(
                    "values", select("values", "SELECT ?v { :a :value ?v }", ",'key':['v'],'columns':{'v':'long'}"));
            List<TestRecord<byte[], byte[]>> changed = pipe.read("view-values.rows");
            assertThat(changed).hasSize(3);
            assertThat(changed.subList(0, 2))
                    .extracting(record -> ViewPipe.text(record.key()))
                    .containsExactlyInAnyOrderElementsOf(before.stream()
                            .map(record -> ViewPipe.text(record.key()))
                            .toList());
            assertThat(changed.get(2).value()).isNotNull();
            pipe.define("values", construct("values", "CONSTRUCT { ?s a :Valued } WHERE { ?s :value ?v }"));
            assertThat(pipe.read("view-values.rows"))
                    .singleElement()
                    .satisfies(record ->
                            assertThat(record.key()).isEqualTo(changed.get(2).key()))
                    .satisfies(record -> assertThat(record.value()).isNull());
            assertThat(pipe.patches("values")).containsExactly("one 1 0 2");
        }
    }

    @Test
    void rowsWhoseColumnsGetAnotherTypeAreWrittenAgain() {
        try (ViewPipe pipe = new ViewPipe("velella.row.schemas", "true")) {
            pipe.graph("one", ":a :value 1");
            String query = "SELECT ?s ?n { ?s :value ?v OPTIONAL { ?s :none ?n } }";
            pipe.define("values", select("values", query, ",'key':['s'],'columns':{'n':'long'}"));
            assertThat(pipe.read("view-values.rows")).hasSize(1);
            pipe.define("values", select("values", query, ",'key':['s'],'columns':{'n':'double'}"));
            assertThat(pipe.read("view-values.rows")).singleElement().satisfies(record -> assertThat(
                            ViewPipe.text(record.value()))
                    .contains("\"double\""));
        }
    }

    @Test
    void aDefinitionThatIsRefusedLeavesTheOneBeforeAndIsTold() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define("values", VALUES);
            pipe.define("values", select("values", "SELECT ?s (RAND() AS ?v) { ?s :value ?w }", ",'key':['s']"));
            assertThat(pipe.faults.text()).contains("RAND");
            pipe.define("other", "no JSON");
            pipe.define("stream", select("stream", "SELECT ?stream { ?stream :value ?w }", ",'key':['stream']"));
            assertThat(pipe.faults.count()).isEqualTo(3);
            pipe.graph("one", ":a :value 1");
            assertThat(pipe.rows("values")).containsExactly(row("one", A, 1));
            pipe.define("values", VALUES);
            assertThat(pipe.faults.count()).isEqualTo(2);
        }
    }

    @Test
    void aDefinitionWhoseTopicsTheAppMayNotMakeOrWriteIsRefusedAndEndsNothing() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define("values", VALUES);
            for (RuntimeException none : List.of(
                    new AuthorizationException("no right to write"),
                    new KafkaException("no right to make", new AuthorizationException("")),
                    new ConfigException("no topic that fits"))) {
                pipe.noTopics = none;
                pipe.define("other", VALUES.replace("values", "other"));
                assertThat(pipe.faults.text()).contains("the record other of", none.getMessage());
            }
            pipe.graph("one", ":a :value 1");
            assertThat(pipe.rows("values")).hasSize(1);
            assertThat(pipe.rows("other")).isEmpty();
        }
    }

    @Test
    void staticDataAreSeenByAllStreamsAndAChangeAnswersThemAnew() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.send(
                    "velella-views",
                    "data:limits.ttl",
                    ViewPipe.bytes("PREFIX : <http://example.org/> :a :limit 10 ."));
            pipe.define(
                    "high",
                    select(
                            "high",
                            "SELECT ?s ?v { ?s :value ?v ; :limit ?l FILTER(?v > ?l) }",
                            ",'key':['s'],'columns':{'v':'long'}"));
            pipe.graph("one", ":a :value 11");
            assertThat(pipe.rows("high")).containsExactly(row("one", A, 11));
            pipe.define("data:limits.ttl", "PREFIX : <http://example.org/> :a :limit 20 .");
            assertThat(pipe.rows("high")).containsExactly(gone("one", A));
            pipe.define("data:limits.ttl", "this is no Turtle");
            assertThat(pipe.faults.text()).contains("data:limits.ttl");
            pipe.graph("one", ":a :value 21");
            assertThat(pipe.rows("high")).containsExactly(row("one", A, 21));
        }
    }

    @Test
    void twoRowsWithOneKeyRefuseTheViewAndTakeItsRowsBack() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define("values", VALUES);
            pipe.graph("one", ":a :value 1");
            pipe.graph("two", ":a :value 1 , 2");
            pipe.pass(50);
            assertThat(pipe.rows("values")).contains(row("one", A, 1), gone("one", A));
            assertThat(pipe.faults.text()).contains("values").contains("KEY_NOT_UNIQUE");
            assertThat(pipe.metric("refused-views")).isEqualTo(1);
            HeldViews held = new HeldViews();
            pipe.read("velella-view-epochs").forEach(record -> held.take(record.key(), record.value()));
            assertThat(held.refused()).containsOnlyKeys("values");
            assertThat(held.refused().get("values")).contains("KEY_NOT_UNIQUE");
            pipe.graph("one", ":a :value 3");
            assertThat(pipe.rows("values")).isEmpty();

            pipe.define(
                    "values",
                    select("values", "SELECT ?s ?v { ?s :value ?v }", ",'key':['s','v'],'columns':{'v':'long'}"));
            assertThat(pipe.faults.text()).isNull();
            assertThat(pipe.rows("values")).hasSize(3);
            pipe.read("velella-view-epochs").forEach(record -> held.take(record.key(), record.value()));
            assertThat(held.refused()).isEmpty();
            assertThat(held.epoch()).isEqualTo(2);
            assertThat(held.definitions()).singleElement().satisfies(view -> assertThat(view.key())
                    .containsExactly("s", "v"));
        }
    }

    @Test
    void anAnswerThatFailsLeavesTheOneBeforeWhichSaysThatItIsOldUntilTheNextElement() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define(
                    "values",
                    select(
                            "values",
                            "SELECT ?s ?v { ?s :value ?v }",
                            ",'key':['s'],'columns':{'v':'long'},'max.rows':1"));
            pipe.graph("one", ":a :value 1");
            pipe.rows("values");
            pipe.graph("one", ":a :value 1 . :b :value 2");
            List<TestRecord<byte[], byte[]>> old = pipe.read("view-values.rows");
            assertThat(old).singleElement().satisfies(record -> assertThat(headers(record))
                    .containsKey("velella.old"));
            assertThat(pipe.read("letters")).singleElement().satisfies(letter -> assertThat(headers(letter))
                    .containsEntry("velella.error.reason", "answer"));
            // What changes is nothing that the view can see, but its last answer was about another graph.
            pipe.graph("one", ":a :value 1 . :b :value 2 . :c :other 2");
            assertThat(pipe.read("letters")).hasSize(1);
            assertThat(pipe.read("view-values.rows")).isEmpty();
            pipe.pass(1000);
            assertThat(pipe.metric("old-answers")).isEqualTo(1);
            pipe.graph("one", ":a :value 1 . :c :other 2");
            assertThat(pipe.read("view-values.rows")).singleElement().satisfies(record -> assertThat(headers(record))
                    .doesNotContainKey("velella.old"));
            pipe.pass(1000);
            assertThat(pipe.metric("old-answers")).isZero();
        }
    }

    /** The key of the stream stands twice in the record of a row, and once in the state. */
    @Test
    void aRowThatFitsIntoTheStateButNotIntoARecordIsAFailure() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define("texts", select("texts", "SELECT ?s ?v { ?s :value ?v }", ",'key':['s']"));
            pipe.graph("k".repeat(200_000), ":a :value '" + "v".repeat(700_000) + "'");
            assertThat(pipe.rows("texts")).isEmpty();
            assertThat(pipe.read("letters")).singleElement().satisfies(letter -> assertThat(headers(letter))
                    .containsEntry("velella.error.reason", "answer"));
        }
    }

    @Test
    void aGraphWhoseNextAnswerFailsSaysThatItIsOldUntilTheNextElement() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define(
                    "loud",
                    construct(
                                    "loud",
                                    "CONSTRUCT { ?s :is :Loud } WHERE { ?s :value ?v FILTER NOT EXISTS { GRAPH <urn:velella:view:previous> { ?g <urn:velella:oldSince> ?t } } }")
                            .replace("}\"}", "}\",\"max.rows\":1}"));
            pipe.graph("one", ":a :value 1");
            assertThat(pipe.patches("loud")).containsExactly("one 1 0 1");
            pipe.graph("one", ":a :value 1 . :b :value 2");
            String graph = "urn:velella:stream:loud:one";
            assertThat(pipe.read("view-loud.patches")).singleElement().satisfies(record -> assertThat(
                            ViewPipe.patch(record).effectiveOperations())
                    .singleElement()
                    .isInstanceOfSatisfying(PatchOperation.Add.class, add -> assertThat(
                                    add.statement().toString())
                            .contains(
                                    graph + ", urn:velella:oldSince",
                                    "2023-11-14T22:13:20",
                                    "dateTime>, " + graph + ")")));
            pipe.graph("one", ":a :value 1 . :b :value 3");
            assertThat(pipe.patches("loud"))
                    .as("it is old since the same moment")
                    .isEmpty();
            assertThat(pipe.read("letters")).hasSize(2);
            pipe.graph("one", ":a :value 1 . :c :other 2");
            assertThat(pipe.patches("loud"))
                    .as("the mark goes, and no view sees it")
                    .containsExactly("one 3 1 0");
            pipe.graph("two", ":a :value 1 . :b :value 2");
            assertThat(pipe.patches("loud")).as("there is no answer yet").containsExactly("two 1 0 1");
            pipe.send("graphs", "two", null);
            assertThat(pipe.patches("loud")).containsExactly("two 2 1 0");
        }
    }

    @Test
    void aSilentStreamIsAskedWhenItsTimeHasComeAndAgainWithItsNextElement() {
        try (ViewPipe pipe = new ViewPipe()) {
            pipe.define(
                    "silent",
                    select(
                                    "silent",
                                    "SELECT ?s { ?s :at ?t FILTER(NOW() >= ?t + <http://www.w3.org/2001/XMLSchema#dayTimeDuration>('PT10M')) }"
                                            .replace('\'', '~'),
                                    ",'key':['s'],'after':['PT10M']")
                            .replace(
                                    "<http://www.w3.org/2001/XMLSchema#dayTimeDuration>(~PT10M~)",
                                    "\\\"PT10M\\\"^^<http://www.w3.org/2001/XMLSchema#dayTimeDuration>"));
            assertThat(pipe.faults.text()).isNull();
            String at = "^^<http://www.w3.org/2001/XMLSchema#dateTime>";
            pipe.graph("one", ":a :at \"2023-11-14T22:13:20Z\"" + at);
            pipe.pass(599_000);
            assertThat(pipe.rows("silent")).isEmpty();
            pipe.pass(5_000);
            List<TestRecord<byte[], byte[]>> raised = pipe.read("view-silent.rows");
            assertThat(raised).hasSize(1);
            assertThat(raised.get(0).getRecordTime().toEpochMilli()).isEqualTo(ViewPipe.NOW + 250 + 600_000);
            pipe.pass(600_000);
            assertThat(pipe.rows("silent")).isEmpty();
            pipe.graph("one", ":a :at \"2023-11-14T22:33:25Z\"" + at);
            assertThat(pipe.rows("silent")).containsExactly(gone("one", A));
        }
    }

    @Test
    void patchesOfADiffAppAreTakenIfTheyLeadToTheGraphThatTheyAnnounce() {
        try (ViewPipe graphs = new ViewPipe();
                ViewPipe pipe = new ViewPipe("velella.input.kind", "patches", "velella.content.type", "")) {
            graphs.define("all", construct("all", "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"));
            graphs.graph("one", ":a :value 1");
            graphs.graph("one", ":a :value 2");
            graphs.graph("one", ":a :value 3");
            graphs.send("graphs", "one", null);
            List<TestRecord<byte[], byte[]>> patches = graphs.read("view-all.patches");
            assertThat(patches).hasSize(4);
            pipe.define("values", VALUES);
            for (int i : new int[] {0, 1, 1, 3, 2, 3}) {
                TestRecord<byte[], byte[]> patch = patches.get(i);
                pipe.send(
                        "graphs", "one", patch.value(), "patch", headers(patch).get("patch"));
            }
            assertThat(pipe.rows("values"))
                    .containsExactly(row("one", A, 1), row("one", A, 2), row("one", A, 3), gone("one", A));
            assertThat(pipe.read("letters")).singleElement().satisfies(letter -> assertThat(headers(letter))
                    .containsEntry("velella.error.reason", "chain"));
        }
    }
}
