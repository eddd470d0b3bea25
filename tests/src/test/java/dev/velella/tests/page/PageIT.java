package dev.velella.tests.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.cli.VelellaRun;
import dev.velella.fixture.InstalledProgram;
import dev.velella.tests.Await;
import dev.velella.tests.remote.ServerProcess;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** The page in a real browser, and the troubles of a pipeline on the page and in the command status. */
@TestMethodOrder(OrderAnnotation.class)
class PageIT {
    private static final String WELL = "All is well";

    @TempDir
    private static Path scratch;

    private static PagePipeline pipeline;

    @BeforeAll
    static void start() throws Exception {
        pipeline = new PagePipeline(scratch);
    }

    @AfterAll
    static void stop() {
        pipeline.close();
    }

    @Test
    @Order(1)
    void aBrowserShowsThePipelineStreamsQueriesAndHealth() throws Exception {
        InstalledProgram.requireChromium("chromedriver");
        pipeline.awaitWell();
        try (Browser browser = new Browser(pipeline.url())) {
            browser.open("#/pipeline");
            browser.awaitText("#link-text", "all is well");
            loadsLittle(browser);
            figuresMove(browser);
            look(browser, "pipeline");

            browser.open("#/streams");
            browser.awaitText(".patch[open] .row.add", "added");
            assertThat(browser.text(".patch-number")).matches("#[0-9,]+");
            assertThat(browser.text(".patch summary code")).matches("h[0-9a-f]{16}");
            browser.driver.findElement(org.openqa.selenium.By.id("search")).sendKeys("IBS_2");
            Await.until(
                    "one stream is left",
                    PagePipeline.PATIENCE,
                    () -> browser.text(".stream-list").startsWith("ibs_2")
                            && browser.text(".side [role=status]").equals("1 stream"));
            look(browser, "streams");

            views(browser);

            browser.open("#/query");
            browser.awaitText(".CodeMirror-code", "SELECT");
            queries(browser);

            browser.open("#/health");
            browser.awaitText(".troubles", WELL);
            look(browser, "health");
            pipeline.worker.kill();
            browser.awaitText(".troubles", "The Connect worker at");
            look(browser, "trouble");
            pipeline.worker.start();
            browser.awaitText(".troubles", WELL);
            browser.open("#/pipeline");
            browser.awaitText("#link-text", "all is well");
            figuresMove(browser);

            assertThat(browser.console())
                    .filteredOn(line -> !line.contains(
                            "/api/v1/query - Failed to load resource: the server responded with a" + " status of 400"))
                    .isEmpty();
            assertThat(browser.foreignRequests()).isEmpty();
        }
    }

    /** How long that takes depends on the machine, so the log says it, and the test counts. */
    private static void loadsLittle(Browser browser) throws Exception {
        System.out.println("The page in a new browser: " + browser.load());
        Browser.Load load = browser.reload();
        System.out.println("The page again: " + load);
        assertThat(load.requests()).isBetween(10L, 30L);
        assertThat(load.bytes()).isBetween(50_000L, 700_000L);
        browser.awaitText("#link-text", "all is well");
    }

    private static void figuresMove(Browser browser) throws Exception {
        Map<String, String> before = new HashMap<>();
        for (String id : List.of("graphs", "patches", "adds", "triples")) {
            before.put(id, browser.text("#figure-" + id));
        }
        Await.until("figures move", PagePipeline.PATIENCE, () -> before.entrySet().stream()
                .noneMatch(figure -> browser.text("#figure-" + figure.getKey()).equals(figure.getValue())));
    }

    private static void look(Browser browser, String name) throws Exception {
        browser.picture(name);
        assertThat(browser.violations()).as(name).isEmpty();
        browser.dark(true);
        browser.picture(name + "-dark");
        assertThat(browser.violations()).as(name + " in the dark").isEmpty();
        browser.dark(false);
    }

    private static void views(Browser browser) throws Exception {
        browser.open("#/views");
        browser.awaitText(".stream-list", "latest");
        browser.awaitText(".definition", "hasNumericalValue");
        browser.awaitText(".detail table", "<b>bold</b>");
        assertThat(browser.driver.findElements(org.openqa.selenium.By.cssSelector(".detail b")))
                .as("text of rows is no HTML")
                .isEmpty();
        assertThat(browser.text(".side")).contains("velella-view").contains("epoch");
        look(browser, "views");
        browser.open("#/views?name=readings");
        browser.awaitText(".patch[open] .row.add", "added");
    }

    private static void queries(Browser browser) throws Exception {
        String set = "document.querySelector('.CodeMirror').CodeMirror.setValue(arguments[0])";
        browser.click("#run");
        browser.awaitText("#message", "3 rows");
        assertThat(browser.text("#result tbody")).contains("urn:velella:stream:ibs_1");

        browser.driver.executeScript(set, "");
        browser.click(".CodeMirror-scroll");
        new Actions(browser.driver).sendKeys("SEL").perform();
        browser.awaitText(".CodeMirror-hint", "SELECT");
        new Actions(browser.driver).sendKeys(Keys.ENTER).perform();
        browser.awaitText(".CodeMirror-code", "SELECT");
        new Actions(browser.driver).sendKeys(" * { ?s sosa:resu").perform();
        browser.awaitText(".CodeMirror-hints", "sosa:resultTime");
        new Actions(browser.driver).sendKeys(Keys.ESCAPE).perform();

        browser.driver.executeScript(set, "SELEKT nothing");
        browser.click("#run");
        browser.awaitText("#message[data-kind=bad]", "malformed query");

        browser.driver.executeScript(
                set,
                """
                SELECT ?time ?stream ?value WHERE {
                  GRAPH ?stream {
                    ?result om:hasNumericalValue ?value ; sosa:isResultOf ?observation .
                    ?observation sosa:resultTime ?time ; sosa:observedProperty ?property
                    FILTER STRENDS(STR(?property), "/temp")
                  }
                } ORDER BY ?time""");
        browser.click("#run");
        browser.awaitText("#result", "Over time");
        browser.awaitText(".moment label", "Moment");
        browser.click("#share");
        assertThat(browser.driver.getCurrentUrl()).contains("#/query?q=SELECT%20%3Ftime");
        look(browser, "query");
    }

    @Test
    @Order(2)
    void statusSaysThatAllIsWellInWordsAndAsJson() throws Exception {
        pipeline.awaitWell();
        VelellaRun text = pipeline.status();
        VelellaRun json = pipeline.status("--json");

        assertThat(text.status()).as(text.out()).isZero();
        assertThat(text.out())
                .contains(
                        "weather-source (simulator)",
                        "memory-sink (memory)",
                        "dictionary",
                        "lag applied",
                        "latest (select)",
                        "view-readings.patches",
                        WELL + ".");
        JsonNode state = new ObjectMapper().readTree(json.out());
        assertThat(state.path("verdict").asText()).isEqualTo("well");
        assertThat(state.toString()).doesNotContain("\"config\"");
        assertThat(pipeline.status("--config", "no-such-file").status()).isNotZero();
    }

    /** Each trouble in turn; those before stay. */
    @Test
    @Order(3)
    void everyTroubleIsSaidWithItsCure() throws Exception {
        try (ServerProcess server = new ServerProcess(ServerProcess.Kind.RDF4J, scratch.resolve("server"), Map.of())) {
            server.awaitUp();
            pipeline.create(
                    "rdf4j-server-sink.json",
                    Map.of("target.url", server.queryUrl().toString(), "tasks.max", "1"));
            pipeline.awaitWell();
            server.kill();
            trouble("VelellaStoreNotAnswering", "The store of rdf4j-server-sink", "Start the store's server");
        }
        pipeline.views.close(Duration.ofSeconds(30));
        trouble("VelellaViewAppNotReady", "No instance of the view app velella-view runs", "velella view-app --config");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", pipeline.broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("patches", 0, "ibs_1".getBytes(), new byte[] {1, 2, 3}))
                    .get();
            producer.send(new ProducerRecord<>("patches", 1, "ibs_2".getBytes(), new byte[] {1, 2, 3}))
                    .get();
        }
        trouble("VelellaTaskFailed", "Task memory-sink-0 is FAILED: patches-", "restart?includeTasks=true");

        pipeline.admin
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, "velella-dictionaries"),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", "compact,delete"), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        trouble("VelellaDictionariesNotKept", "cleanup.policy=compact,delete", "cleanup.policy=compact");

        trim();
        trouble("VelellaTopicTrimmed", "has removed records that were not processed", "snapshot.topics");

        pipeline.broker.close();
        trouble("VelellaBrokerAway", "No Kafka broker answers at", "Start the broker");
    }

    /** Removes all records, when enough have come behind those that the failed sink has applied. */
    private static void trim() throws Exception {
        Await.until("records that are not applied", PagePipeline.PATIENCE, () -> pipeline.state().sinks().stream()
                .anyMatch(sink -> sink.lagDurable() != null && sink.lagDurable() > 20));
        Map<TopicPartition, RecordsToDelete> delete = new HashMap<>();
        for (TopicPartition partition : List.of(new TopicPartition("patches", 0), new TopicPartition("patches", 1))) {
            long end = pipeline.admin
                    .listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
            delete.put(partition, RecordsToDelete.beforeOffset(end));
        }
        pipeline.admin.deleteRecords(delete).all().get();
    }

    private static void trouble(String name, String says, String cure) throws Exception {
        long begun = System.nanoTime();
        Await.until(name + " is on the page", PagePipeline.PATIENCE, () -> pipeline.hasTrouble(name));
        System.out.println(name + " was seen after " + (System.nanoTime() - begun) / 1_000_000 + " ms");
        List<String> found = new ArrayList<>();
        Await.until(name + " is in the command", PagePipeline.PATIENCE, () -> {
            VelellaRun run = pipeline.status();
            found.clear();
            found.add(run.out());
            return run.status() == 1 && run.out().contains(name);
        });
        assertThat(found.get(0)).contains(says).contains(cure);
        assertThat(alerting(name)).as("%s in JMX, for its alert", name).isPositive();
        assertThat(pipeline.state().troubles())
                .filteredOn(trouble -> trouble.name().equals(name))
                .anySatisfy(trouble -> assertThat(trouble.says()).contains(says))
                .allSatisfy(trouble -> assertThat(trouble.cure()).contains(cure));
        assertThat(Set.of("warning", "critical"))
                .contains(pipeline.state().verdict().word());
    }

    private static long alerting(String name) throws Exception {
        String metric = name.substring("Velella".length())
                .replaceAll("(.)([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT);
        return (Long)
                ManagementFactory.getPlatformMBeanServer().getAttribute(new ObjectName("velella:type=checks"), metric);
    }
}
