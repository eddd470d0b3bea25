package dev.velella.source.patchlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.fixture.PatchLogServer;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.LogHeaders;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import dev.velella.source.RdfSourceTask;
import dev.velella.source.StoredOffsets;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source against a patch log server. */
class PatchLogSourceTaskTest {
    private static final String LOG = "products";

    /** More than a task needs to see a fault. */
    private static final int MOST_POLLS = 2_000;

    private final PatchLogServer server = new PatchLogServer();
    private final StoredOffsets offsets = new StoredOffsets();
    private final SplittableRandom random = new SplittableRandom(1);
    private final List<SourceRecord> topic = new ArrayList<>();
    private RdfSourceTask task = new RdfSourceTask();

    PatchLogSourceTaskTest() {
        server.create(LOG);
    }

    @AfterEach
    void close() {
        task.stop();
        server.close();
    }

    private void start(String rows) {
        task.stop();
        task = new RdfSourceTask();
        task.initialize(offsets);
        Map<String, String> options = new HashMap<>();
        options.put("source.type", "rdf-patch-log");
        options.put("topic", "patches");
        options.put("topic.partitions", "1");
        options.put("patch.log.url", server.url(LOG));
        options.put("patch.log.rows", rows);
        options.put("patch.log.poll.interval.ms", "1");
        options.put("patch.log.retry.backoff.ms", "1");
        options.put("batch.max.records", "3");
        task.start(options);
    }

    /** Takes the records of polls until the topic has a number of them. */
    private void pollUntil(int records) throws InterruptedException {
        while (topic.size() < records) {
            List<SourceRecord> polled = task.poll();
            if (polled != null) {
                polled.forEach(offsets::store);
                topic.addAll(polled);
            }
        }
    }

    private void append(int patches) {
        for (int i = 0; i < patches; i++) {
            StringBuilder rows = new StringBuilder("H note \"change\" .\nTX .\nPA \"ex\" \"http://ex/\" .\n");
            for (int row = 0; row < 4; row++) {
                rows.append(random.nextInt(3) == 0 ? "D" : "A")
                        .append(" <urn:s")
                        .append(random.nextInt(8))
                        .append("> <urn:p> <_:b")
                        .append(random.nextInt(3))
                        .append("> .\n");
            }
            server.append(LOG, rows + (random.nextInt(5) == 0 ? "TA .\n" : "TC .\n"));
        }
    }

    private static RdfPatch read(String text) {
        try (RdfPatchTextReader reader = new RdfPatchTextReader(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), SimpleValueFactory.getInstance())) {
            return reader.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RdfPatch patch(SourceRecord record) {
        return (RdfPatch) RdfStructs.toElement(record.value());
    }

    /** Applies rows as they are, with those that have no effect. */
    private static void apply(Set<Statement> graph, RdfPatch patch) {
        for (PatchOperation row : patch.effectiveOperations()) {
            if (row instanceof PatchOperation.Add add) {
                graph.add(add.statement());
            } else if (row instanceof PatchOperation.Delete delete) {
                graph.remove(delete.statement());
            }
        }
    }

    @Test
    void eachPatchIsOneNumberedRecordThatLeadsToTheGraphOfTheLogAlsoAfterRestarts() throws Exception {
        start("effective");
        append(10);
        pollUntil(7);
        for (int restart = 0; restart < 5; restart++) {
            append(10);
            start("effective");
            pollUntil(15 + 10 * restart);
        }
        pollUntil(60);
        Set<Statement> graph = new HashSet<>();
        long hash = GraphHash.EMPTY;
        boolean isShorter = false;
        for (int version = 1; version <= 60; version++) {
            SourceRecord record = topic.get(version - 1);
            RdfPatch given = read(server.patch(LOG, version));
            RdfPatch taken = patch(record);
            apply(graph, given);
            hash += PatchChain.change(taken.operations());
            Header position = record.headers().lastWithName("patch");
            assertThat(position.value()).isEqualTo(new PatchPosition(version, GraphHash.ofSet(graph), false).format());
            assertThat(hash).isEqualTo(GraphHash.ofSet(graph));
            assertThat(record.key()).isEqualTo(LOG);
            assertThat(LogHeaders.of(taken)).isEqualTo(LogHeaders.of(given));
            int begin = version == 1 ? 4 : 5;
            assertThat(taken.operations().subList(0, begin))
                    .as("headers, begin of the transaction, prefix")
                    .isEqualTo(given.operations().subList(0, begin));
            assertThat(taken.operations().get(taken.rowCount() - 1))
                    .isEqualTo(given.operations().get(given.rowCount() - 1));
            isShorter |= taken.rowCount() < given.rowCount();
        }
        assertThat(isShorter).isTrue();
        assertThat(topic).hasSize(60);
    }

    @Test
    void allRowsAreKeptAsTheyAreAndNotNumberedIfTheOptionSaysSo() throws Exception {
        append(9);
        start("all");
        pollUntil(4);
        int before = server.fetches();
        start("all");
        pollUntil(9);
        assertThat(server.fetches() - before).as("with the patch at the offset").isLessThanOrEqualTo(7);
        for (int version = 1; version <= 9; version++) {
            assertThat(patch(topic.get(version - 1))).isEqualTo(read(server.patch(LOG, version)));
            assertThat(topic.get(version - 1).headers().lastWithName("patch")).isNull();
        }
    }

    @Test
    void aLogThatWasTrimmedIsReadFromItsFirstVersionOnWithAllRowsOnly() throws Exception {
        append(9);
        server.trim(LOG, 5);
        start("all");
        pollUntil(5);
        assertThat(patch(topic.get(0))).isEqualTo(read(server.patch(LOG, 5)));
        offsets.clear();
        start("effective");
        assertLost("begins with version 5");
    }

    @Test
    void anEmptyLogIsWaitedForAndAnAnswerThatFailsIsAskedForAgain() throws Exception {
        start("effective");
        assertThat(task.poll()).isNull();
        append(1);
        server.fail(3);
        pollUntil(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"effective", "all"})
    void aLogThatDoesNotContinueWhatWasReadEndsTheTaskAndNothingIsSkipped(String rows) throws Exception {
        append(6);
        start(rows);
        pollUntil(6);

        String last = server.patch(LOG, 6);
        server.truncate(LOG, 5);
        assertLost("it ends with version 5, but version 6 was read");
        start(rows);
        assertLost("it ends with version 5, but version 6 was read");

        append(1);
        start(rows);
        assertLost("version 6 is patch ");
        append(2);
        start(rows);
        assertLost("version 6 is patch ");

        server.truncate(LOG, 5);
        server.replace(LOG, 5, server.patch(LOG, 5));
        server.create(LOG);
        start(rows);
        assertLost("it is empty, but version 6 was read");
        append(8);
        start(rows);
        assertLost("version 6 is patch ");
        assertThat(topic).hasSize(6);
        assertThat(last).contains("H prev");
    }

    @ParameterizedTest
    @ValueSource(strings = {"effective", "all"})
    void aGapAndAForeignPatchAreReportedAfterThePatchesBeforeThem(String rows) throws Exception {
        append(8);
        String sixth = server.patch(LOG, 6);
        server.replace(LOG, 6, "");
        start(rows);
        pollUntil(5);
        assertLost("version 6 is missing");
        server.replace(LOG, 6, sixth.replaceFirst("prev <uuid:........", "prev <uuid:00000000"));
        start(rows);
        assertLost("version 6 follows on patch 00000000");
        server.replace(LOG, 6, sixth.replaceFirst("H prev.*\n", ""));
        start(rows);
        assertLost("version 6 follows on no patch");
        server.replace(LOG, 6, sixth.replaceFirst("H id.*\n", ""));
        start(rows);
        assertFails("no header row 'H id'");
        server.replace(LOG, 6, sixth.replace("TX .", "TX"));
        start(rows);
        assertFails("cannot be read");
        server.replace(LOG, 6, sixth);
        start(rows);
        pollUntil(8);
    }

    @Test
    void aPatchThatWasChangedBehindTheOffsetIsNoticedThoughItsIdIsTheSame() throws Exception {
        append(8);
        start("effective");
        pollUntil(8);
        server.replace(LOG, 3, server.patch(LOG, 3).replace("TX .", "TX .\nA <urn:s> <urn:p> \"forged\" ."));
        start("effective");
        assertLost("a patch of the log was changed");
    }

    @Test
    void theOffsetOfAnotherValueOfRowsIsRefused() throws Exception {
        append(2);
        start("all");
        pollUntil(2);
        assertThatThrownBy(() -> start("effective"))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("patch.log.rows");
    }

    @Test
    void aServerWithoutTheLogOrWithoutLogsIsNamed() {
        append(1);
        server.create("other");
        task.initialize(offsets);
        Map<String, String> options =
                new HashMap<>(Map.of("source.type", "rdf-patch-log", "topic", "patches", "topic.partitions", "1"));
        options.put("patch.log.url", server.url("nothing"));
        task.start(options);
        assertLost("the server has no log 'nothing'");
        task.stop();
        options.put("patch.log.url", server.url("a/b"));
        task = new RdfSourceTask();
        task.initialize(offsets);
        task.start(options);
        assertFails("see patch.log.url");
        options.put("patch.log.url", "http://localhost:1066/");
        assertThatThrownBy(() -> new RdfSourceTask().start(options))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is no address of a log");
    }

    private void assertLost(String reason) {
        assertFails("does not continue what was read");
        assertFails(reason);
    }

    private void assertFails(String reason) {
        assertThatThrownBy(() -> {
                    for (int polls = 0; polls < MOST_POLLS; polls++) {
                        List<SourceRecord> polled = task.poll();
                        assertThat(polled).as("records after the gap").isNull();
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(reason);
    }
}
