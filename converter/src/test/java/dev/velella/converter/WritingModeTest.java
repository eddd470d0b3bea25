package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static dev.velella.converter.Records.numbered;
import static dev.velella.converter.Records.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.converter.Records.Sent;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.JellyMode;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.VelellaHeader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mode of a converter, chosen from its options and from the options of its task. */
class WritingModeTest {
    private static final String BROKERS = "kafka.bootstrap.servers";

    /** Servers that no client can be made of, so that no dictionary is written, and nothing waits. */
    private static final String UNREACHABLE = "no-port";

    @AfterEach
    void forget() {
        TaskCluster.forget();
    }

    @ParameterizedTest
    @CsvSource({
        "auto,           false, false, AUTO",
        "auto,           true,  false, DICTIONARY",
        "auto,           false, true,  DICTIONARY",
        "auto,           true,  true,  DICTIONARY",
        "stateful,       true,  true,  STATEFUL",
        "self-contained, true,  true,  SELF_CONTAINED",
        "dictionary,     true,  false, DICTIONARY",
    })
    void autoIsDictionaryWhereSomethingTellsOfACluster(String mode, boolean own, boolean task, JellyMode chosen) {
        if (task) {
            TaskCluster.tell(Map.of(BROKERS, "task:1", "kafka.client.id", "x"), () -> false);
        }
        Map<String, String> options = own ? Map.of("jelly.mode", mode, BROKERS, "own:1") : Map.of("jelly.mode", mode);
        WritingMode found = WritingMode.choose(new JellyConverterConfig(options));
        assertThat(found.mode()).isEqualTo(chosen);
        assertThat(found.isOnDictionaries()).isEqualTo(chosen == JellyMode.DICTIONARY);
        if (found.isOnDictionaries()) {
            assertThat(found.access()).containsEntry(BROKERS, own ? "own:1" : "task:1");
            assertThat(found.ready().getAsBoolean())
                    .as("only the access of a task must be proven")
                    .isEqualTo(own);
        } else {
            assertThat(found.access()).isEmpty();
        }
    }

    @Test
    void theChoiceIsMadeAtTheFirstRecordAndStays() {
        try (JellyConverter before = converter();
                JellyConverter after = converter()) {
            assertThat(send(before, 0, 0, 0).isStateful()).isTrue();
            TaskCluster.tell(Map.of(BROKERS, UNREACHABLE));
            assertThat(send(before, 0, 1, 1).isStateful()).isTrue();
            assertThat(header(send(after, 0, 0, 0))).isNotNull();
            TaskCluster.forget();
            assertThat(header(send(after, 0, 1, 1))).isNotNull();
        }
    }

    @Test
    void aCallWithoutHeadersChoosesNothing() {
        try (JellyConverter converter = converter()) {
            converter.fromConnectData(TOPIC, null, RdfStructs.of(numbered(0)));
            TaskCluster.tell(Map.of(BROKERS, UNREACHABLE));
            assertThat(header(send(converter, 0, 0, 0))).isNotNull();
        }
    }

    /** In another cluster no reader of the records would find the dictionary. */
    @Test
    void noDictionaryIsTriedUntilTheTaskHasProvenItsCluster() {
        AtomicBoolean proven = new AtomicBoolean();
        TaskCluster.tell(Map.of(BROKERS, UNREACHABLE), proven::get);
        try (JellyConverter converter = converter()) {
            assertThat(logged(() -> send(converter, 0, 0, 0))).doesNotContain("could not be written");
            proven.set(true);
            assertThat(logged(() -> send(converter, 0, 1, 1))).contains("could not be written");
        }
    }

    @Test
    void aDictionaryThatCannotBeWrittenCostsSizeOnlyAndTheLogSaysTheWaysOut() {
        TaskCluster.tell(Map.of(BROKERS, UNREACHABLE));
        try (JellyConverter converter = converter("jelly.dictionaries.topic", "words");
                JellyConverter reader = converter()) {
            Sent[] sent = new Sent[1];
            assertThat(logged(() -> sent[0] = send(converter, 0, 0, 0)))
                    .contains(
                            "Records are written self-contained",
                            "could not be written to topic words (jelly.dictionaries.topic)",
                            "needs Describe, DescribeConfigs and Write on topic words, and Create if it is missing",
                            "Who cannot give these rights sets value.converter.jelly.mode=stateful");
            assertThat(header(sent[0]).dictionary()).isNull();
            Headers headers = new RecordHeaders(sent[0].headers().toArray());
            assertThat(RdfStructs.toElement(reader.toConnectData(TOPIC, headers, sent[0].value())
                            .value()))
                    .isEqualTo(numbered(0));
        }
    }

    private static VelellaHeader header(Sent sent) {
        return RecordHeaderReader.velella(sent.headers());
    }

    private static String logged(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }
}
